/**
 * A kernel in other numbers: one type for all that is a float in it, or steps that say types, before any schedule.
 *
 *     const narrow = inNumbers(lenet, { kind: "type", type: fixed(16, 6) });
 */
import type { SourceFile } from "../diagnostics/diagnostic.ts";
import { Failure } from "../diagnostics/failure.ts";
import type { Loops } from "../loops/nodes.ts";
import { toProgram } from "../loops/program.ts";
import { uniformNumbers, withNumbers } from "../schedule/numbers.ts";
import type { ScalarType } from "../types/types.ts";
import type { Compiled } from "./compile.ts";
import { scheduledLoops, stepsOf } from "./schedule.ts";

export type Numbers =
  | { readonly kind: "type"; readonly type: ScalarType }
  | { readonly kind: "steps"; readonly source: SourceFile };

/** Loops are a Program too: every road takes the new ones as it took the old. */
export function inNumbers<C extends Compiled>(compiled: C, numbers: Numbers): C {
  const loops = numbers.kind === "type" ? inType(compiled, numbers.type) : bySteps(compiled, numbers.source);
  return { ...compiled, loops, program: toProgram(loops) };
}

function inType(compiled: Compiled, type: ScalarType): Loops {
  const loops = scheduledLoops(compiled);
  const applied = withNumbers(loops, uniformNumbers(loops, type));
  if (applied.ok) return applied.loops;
  const { message, help } = applied.refusal;
  throw new Failure(message, help === undefined ? {} : { help });
}

/** What `lutra calibrate` writes. A step that is about anything but numbers belongs into a schedule. */
function bySteps(compiled: Compiled, source: SourceFile): Loops {
  const { schedule } = stepsOf(source);
  const other = schedule.find(({ primitive }) => !saysNumbers(primitive));
  if (other !== undefined)
    throw new Failure(`${source.path}: \`${other.primitive}\` says nothing of types`, {
      help: "give such steps with --schedule",
    });
  return scheduledLoops(compiled, { schedule: source });
}

function saysNumbers(primitive: string): boolean {
  return primitive === "fixed_point" || primitive === "quantize" || primitive === "downsize";
}
