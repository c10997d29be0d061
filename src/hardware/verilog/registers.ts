/** Registers: what they become at the clock. */
import type { Expr, Register } from "../netlist/nodes.ts";
import { assigned, constant, type Scope, text } from "./expression.ts";
import { chained, guarded, indent } from "./lines.ts";
import { clock, reset } from "./names.ts";

/** One block; neighbours that wait for the same reset and enable stand together. */
export function printRegisters(scope: Scope, registers: readonly Register[]): readonly string[] {
  const groups: { readonly key: string; readonly when: When; readonly members: Clocked[] }[] = [];
  for (const register of registers) {
    const own = clocked(register);
    const when: When = {
      back: backText(scope, own),
      enable: register.enable === null ? null : text(scope, register.enable),
    };
    const key = `${when.back} else ${when.enable}`;
    const last = groups.at(-1);
    if (last?.key === key) last.members.push(own);
    else groups.push({ key, when, members: [own] });
  }
  const body = groups.flatMap(({ when: { back, enable }, members }) => {
    const name = ({ register }: Clocked): string | undefined => scope.names.inner.get(register.name);
    const first = ({ register: { width, initial } }: Clocked): string => constant(width, initial);
    const next = members.map((one) => `${name(one)} <= ${assigned(scope, one.next)};`);
    if (back === null) return enable === null ? next : guarded(`if (${enable})`, next);
    const otherwise = enable === null ? "else" : `else if (${enable})`;
    const again = members.map((one) => `${name(one)} <= ${first(one)};`);
    return chained(guarded(`if (${back})`, again), guarded(otherwise, next));
  });
  return body.length === 0 ? [] : [`always @(posedge ${clock}) begin`, ...body.map(indent), "end"];
}

interface When {
  readonly back: string | null; // to its initial value
  readonly enable: string | null;
}

/** What a register becomes, apart from going back to its initial value. */
interface Clocked {
  readonly register: Register;
  readonly next: Expr;
  readonly back: Expr | null; // while it is enabled
}

/**
 * A register that has a reset, and turns back to the same value by itself, does both through its reset: synthesizers
 * find a reset in a choice, but not a second one behind the first, and would build the choice of LUTs.
 */
function clocked(register: Register): Clocked {
  const { next } = register;
  const isFirst = (expr: Expr): boolean => expr.kind === "const" && expr.value === register.initial;
  if (register.reset && register.width > 1 && next.kind === "mux") {
    const { condition } = next;
    if (isFirst(next.then)) return { register, next: next.else, back: condition };
    const not: Expr = { kind: "unary", op: "not", width: 1, operand: condition };
    if (isFirst(next.else)) return { register, next: next.then, back: not };
  }
  return { register, next, back: null };
}

function backText(scope: Scope, { register, back }: Clocked): string | null {
  if (!register.reset) return null;
  if (back === null) return reset;
  const { enable } = register;
  const when: Expr =
    enable === null ? back : { kind: "binary", op: "and", width: 1, left: enable, right: back };
  return `${reset} | (${text(scope, when)})`;
}
