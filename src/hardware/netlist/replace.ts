/** Registers of a module that is being written, replaced by others everywhere; and those that are the same, made one. */
import { type Builder, hinted, type OpenRegister } from "./builder.ts";
import type { Expr } from "./nodes.ts";
import { makeAgain } from "./simplify.ts";
import { operandsOf } from "./walk.ts";

/**
 * Each register of `by` goes, and what it stands for takes its place. Gives what became of an expression. Operands are
 * older than their users, so one pass is enough.
 */
export function replaceRegisters(b: Builder, by: ReadonlyMap<string, Expr>): (expr: Expr) => Expr {
  const changed = new Map<Expr, Expr>();
  const again = (expr: Expr): Expr => changed.get(expr) ?? expr;
  const before = b.about;
  let place = 0;
  const made = (expr: Expr): Expr => {
    if (expr.kind === "ref") return by.get(expr.name) ?? expr;
    return operandsOf(expr).every((operand) => !changed.has(operand)) ? expr : makeAgain(b, expr, again);
  };
  for (const expr of [...b.order.keys()]) {
    b.about = b.abouts[place++] ?? null;
    const now = made(expr);
    if (now === expr) continue;
    changed.set(expr, now);
    const result = b.results.get(expr);
    if (result !== undefined) hinted(b, result, now);
    const label = b.labels.get(expr);
    if (label !== undefined && now.kind !== "const" && now.kind !== "ref" && !b.labels.has(now)) {
      b.labels.set(now, label);
    }
  }
  b.about = before;
  for (const name of by.keys()) b.registers.delete(name);
  rewrite(b, again);
  return again;
}

function rewrite(b: Builder, again: (expr: Expr) => Expr): void {
  const maybe = (expr: Expr | null): Expr | null => (expr === null ? null : again(expr));
  for (const [name, value] of b.outputs) b.outputs.set(name, again(value));
  for (const one of b.wires.values()) one.value = maybe(one.value);
  for (const one of b.registers.values()) {
    const { drive } = one;
    if (drive !== null) one.drive = { next: again(drive.next), enable: maybe(drive.enable) };
  }
  for (const { reads, writes } of b.memories.values()) {
    for (const [index, port] of reads.entries()) {
      reads[index] = { ...port, address: again(port.address), enable: maybe(port.enable) };
    }
    for (const [index, port] of writes.entries()) {
      const { address, data, enable } = port;
      writes[index] = { address: again(address), data: again(data), enable: again(enable) };
    }
  }
  for (const [index, one] of b.instances.entries()) {
    const inputs = one.inputs.map(({ port, value }) => ({ port, value: again(value) }));
    b.instances[index] = { ...one, inputs };
  }
}

/** Registers that start as the same and follow the same are the same, always. Processing elements keep their own. */
export function mergeEqual(b: Builder): void {
  for (;;) {
    const first = new Map<string, OpenRegister>();
    const by = new Map<string, Expr>();
    for (const one of b.registers.values()) {
      const key = keyOf(b, one);
      const same = key === null ? undefined : first.get(key);
      const ref = same === undefined ? undefined : b.declared.get(same.name);
      if (ref !== undefined) by.set(one.name, ref);
      else if (key !== null) first.set(key, one);
    }
    if (by.size === 0) return;
    replaceRegisters(b, by);
  }
}

function keyOf(b: Builder, { width, initial, reset, origin: { seat }, drive }: OpenRegister): string | null {
  if (drive === null) return null;
  const enable = drive.enable === null ? "always" : b.order.get(drive.enable);
  const element = seat === undefined ? "" : `${seat.grid} ${seat.at.join(" ")}`;
  return [width, initial, reset, b.order.get(drive.next), enable, element].join(" ");
}
