/** Why a step of a schedule cannot be taken. A refusal changes nothing. */
import { type Code, diagnose, type Facts } from "../diagnostics/catalogue/index.ts";
import type { Span } from "../diagnostics/diagnostic.ts";
import type { Dependence } from "../loops/depend/index.ts";

export interface Refusal {
  readonly code: string; // of the catalogue
  readonly message: string;
  readonly help?: string;
  readonly loop?: string; // the loop it is about
  readonly array?: string; // the array or scalar it is about
  readonly clash?: Dependence; // what the step would break
  readonly span?: Span; // in the kernel's source
  readonly notes?: readonly { readonly span: Span; readonly message: string }[]; // other places of the source
}

export type RefusalPlace = Pick<Refusal, "loop" | "array" | "clash" | "span" | "notes">;

/** A refusal in the words of the catalogue: `refuse("not-nested", { outer, inner }, { loop, span })`. */
export function refuse<C extends Code>(
  code: C,
  facts: Facts<C>,
  place: RefusalPlace = {},
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: refusalOf(code, facts, place) };
}

export function refusalOf<C extends Code>(code: C, facts: Facts<C>, place: RefusalPlace = {}): Refusal {
  const { message, help } = diagnose(code, { from: 0, to: 0 }, facts);
  return { code, message, ...(help === undefined ? {} : { help }), ...place };
}
