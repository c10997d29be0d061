/** Registers: what they become at the clock. */
import type { Const, Expr, Register } from "../netlist/nodes.ts";
import { assigned, constant, type Scope, text } from "./expression.ts";
import { chained, guarded, indent } from "./lines.ts";
import { clock, reset } from "./names.ts";

/** Neighbours that wait for the same reset and enable stand together. */
export function printRegisters(scope: Scope, registers: readonly Register[]): readonly string[] {
  const groups: { readonly key: string; readonly when: When; readonly members: Clocked[] }[] = [];
  for (const register of registers) {
    const own = clocked(scope, register);
    const when: When = {
      back: backText(scope, own),
      enable: own.enable === null ? null : text(scope, own.enable),
    };
    const key = `${when.back} else ${when.enable}`;
    const last = groups.at(-1);
    if (last?.key === key && last.members.length < longestBlock) last.members.push(own);
    else groups.push({ key, when, members: [own] });
  }
  const parts = groups.map(({ when: { back, enable }, members }) => {
    const name = ({ register }: Clocked): string | undefined => scope.names.inner.get(register.name);
    const next = members.map((one) => {
      scope.within = name(one) ?? null;
      return `${name(one)} <= ${assigned(scope, one.next)};`;
    });
    scope.within = null;
    if (back === null) return enable === null ? next : guarded(`if (${enable})`, next);
    const otherwise = enable === null ? "else" : `else if (${enable})`;
    const again = members.map((one) => `${name(one)} <= ${constant(one.register.width, one.first)};`);
    return chained(guarded(`if (${back})`, again), guarded(otherwise, next));
  });
  return blocksOf(parts).flatMap((body, i) => [
    ...(i === 0 ? [] : [""]),
    ...[`always @(posedge ${clock}) begin`, ...body.map(indent), "end"],
  ]);
}

/** Yosys takes a time that grows with the square of what a block assigns. */
function blocksOf(parts: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  for (const lines of parts) {
    const last = blocks.at(-1);
    if (last === undefined || last.length + lines.length > longestBlock) blocks.push([...lines]);
    else last.push(...lines);
  }
  return blocks;
}

const longestBlock = 200; // lines

interface When {
  readonly back: string | null; // to its initial value
  readonly enable: string | null;
}

/** What a register becomes, apart from going back to a constant. */
interface Clocked {
  readonly register: Register;
  readonly first: bigint;
  readonly back: Expr | null; // when it becomes `first`, apart from the reset
  readonly next: Expr;
  readonly enable: Expr | null; // for `next`, where nothing takes it back
}

/**
 * A register that turns back to a constant does so through its reset, which comes before its enable: synthesizers find a
 * reset in a choice, but not a second one behind the first, and build one that waits for the enable anew for every bit.
 */
function clocked(scope: Scope, register: Register): Clocked {
  const { next, enable, initial } = register;
  const isFirst = (expr: Expr): expr is Const =>
    expr.kind === "const" && (!register.reset || expr.value === initial);
  if (next.kind === "mux" && register.width > 1 && (register.reset || enable !== null)) {
    const { condition } = next;
    if (isFirst(next.then))
      return { register, first: next.then.value, next: next.else, ...turning(scope, condition, enable) };
    const not: Expr = { kind: "unary", op: "not", width: 1, operand: condition };
    if (isFirst(next.else))
      return { register, first: next.else.value, next: next.then, ...turning(scope, not, enable) };
  }
  return { register, first: initial, back: null, next, enable };
}

/** `a` enabled by `a | b`: `a` takes it back, else `b` enables. */
function turning(scope: Scope, condition: Expr, enable: Expr | null): Pick<Clocked, "back" | "enable"> {
  if (enable === null) return { back: condition, enable };
  if (enable.kind === "binary" && enable.op === "or") {
    const { left, right } = enable;
    const own = text(scope, condition);
    if (text(scope, left) === own) return { back: condition, enable: right };
    if (text(scope, right) === own) return { back: condition, enable: left };
  }
  return { back: { kind: "binary", op: "and", width: 1, left: enable, right: condition }, enable };
}

function backText(scope: Scope, { register, back }: Clocked): string | null {
  if (!register.reset) return back === null ? null : text(scope, back);
  return back === null ? reset : `${reset} | (${text(scope, back)})`;
}
