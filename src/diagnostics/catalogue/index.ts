/**
 * Every message Lutra can say about a source, by its stable code.
 *
 *     diagnose("unknown-name", name.span, { name: "totl", suggestion: "total" })
 *
 * The facts are typed by the code: wrong or missing facts do not compile.
 */
import type { Diagnostic, Note, Span } from "../diagnostic.ts";
import { backend } from "./backend.ts";
import { calls } from "./calls.ts";
import type { Said } from "./entry.ts";
import { hardware } from "./hardware.ts";
import { interfaces } from "./interfaces.ts";
import { kernels } from "./kernels.ts";
import { language } from "./language.ts";
import { lowering } from "./lowering.ts";
import { names } from "./names.ts";
import { networks } from "./networks.ts";
import { pragmas } from "./pragmas.ts";
import { run } from "./run.ts";
import { schedule } from "./schedule.ts";
import { shapes } from "./shapes.ts";
import { storage } from "./storage.ts";
import { syntax } from "./syntax.ts";
import { systolic } from "./systolic.ts";
import { types } from "./types.ts";

export const families = {
  syntax,
  names,
  types,
  shapes,
  language,
  kernels,
  calls,
  run,
  lowering,
  schedule,
  pragmas,
  storage,
  systolic,
  backend,
  interfaces,
  hardware,
  networks,
};

const catalogue = {
  ...syntax,
  ...names,
  ...types,
  ...shapes,
  ...language,
  ...kernels,
  ...calls,
  ...run,
  ...lowering,
  ...schedule,
  ...pragmas,
  ...storage,
  ...systolic,
  ...backend,
  ...interfaces,
  ...hardware,
  ...networks,
};

export type Code = keyof typeof catalogue;
export type Facts<C extends Code> = Parameters<(typeof catalogue)[C]>[0];

export const allCodes = Object.keys(catalogue) as readonly Code[];

export function diagnose<C extends Code>(
  code: C,
  span: Span,
  facts: Facts<C>,
  notes: readonly Note[] = [],
): Diagnostic {
  // TypeScript cannot see that the entry of C takes the facts of C; the signature above guarantees it.
  const entry = catalogue[code] as (facts: Facts<C>) => Said;
  const { message, help, severity = "error" } = entry(facts);
  return {
    code,
    severity,
    span,
    message,
    ...(help === undefined ? {} : { help }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}
