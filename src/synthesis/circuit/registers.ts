/**
 * Registers shared by lifetime: while a circuit is built, those that may share are noted with the cycles in which they
 * hold something; when all of it is known, colour.ts says which become one.
 */
import { bug } from "../../diagnostics/bug.ts";
import { about, type Builder, drive } from "../../hardware/netlist/build.ts";
import { owned } from "../../hardware/netlist/builder.ts";
import { resize, slice } from "../../hardware/netlist/expressions.ts";
import type { Expr, Ref } from "../../hardware/netlist/nodes.ts";
import { mergeEqual, replaceRegisters } from "../../hardware/netlist/replace.ts";
import { operandsOf } from "../../hardware/netlist/walk.ts";
import { type Arm, any, oneOf } from "./choice.ts";
import { type Candidate, type Costs, colour, type Life, type Source } from "./colour.ts";

export interface Held {
  readonly ref: Ref;
  readonly lives: readonly Life[];
  /** What it is set to; by its own enable where not said. */
  readonly arms?: readonly Arm[];
  readonly follows?: boolean; // it is looked at only in the cycle after it was set, and needs no enable
  readonly room?: boolean; // a choice before it fits into the cycle; not where not said
}

export interface Registers {
  readonly note: (held: Held) => void;
  /** When everything is driven. */
  readonly share: () => void;
}

export function startRegisters(b: Builder, costs: Costs | null): Registers {
  const noted: Held[] = [];
  return {
    note: (held) => void noted.push(held),
    share: () => {
      if (costs === null) return;
      shareGroups(b, noted, costs);
      mergeEqual(b);
    },
  };
}

function shareGroups(b: Builder, noted: readonly Held[], costs: Costs): void {
  const armsOf = noted.map((held) =>
    (held.arms ?? [drivenBy(b, held.ref)]).map(({ when, value }) => ({
      when: owned(b, when),
      value: owned(b, value),
    })),
  );
  const groups = colour(candidatesOf(b, noted, armsOf), costs).map((members) => {
    const all = members.map((member) => ({
      ...(noted[member] ?? bug(`no register ${member}`)),
      arms: armsOf[member] ?? [],
    }));
    const widest = Math.max(...all.map(({ ref }) => ref.width));
    return { all, kept: all.find(({ ref }) => ref.width === widest)?.ref ?? bug("a group of nothing") };
  });
  const by = new Map<string, Expr>();
  for (const { all, kept } of groups) {
    for (const { ref } of all) if (ref !== kept) by.set(ref.name, slice(b, kept, 0, ref.width));
  }
  const again = replaceRegisters(b, by);
  for (const { all, kept } of groups) {
    const arms = all.flatMap((held) =>
      held.arms.map(({ when, value }) => ({
        when: again(when),
        value: resize(b, again(value), kept.width, false),
      })),
    );
    const isOne = arms.every(({ value }) => value === arms[0]?.value);
    const follows = isOne && all.every((held) => held.follows === true);
    const whens = new Set(arms.map(({ when }) => when));
    const next = about(b, { name: `${kept.name}_next` }, () => oneOf(b, arms, costs.ways));
    const enable = follows ? null : about(b, { name: `${kept.name}_enable` }, () => any(b, [...whens]));
    redrive(b, kept, next ?? bug("a register of no source"), {
      ...(enable === null ? {} : { enable }),
      comment: `also ${all.flatMap(({ ref }) => (ref === kept ? [] : [ref.name])).join(", ")}`,
    });
  }
}

function redrive(
  b: Builder,
  ref: Ref,
  next: Expr,
  { comment, ...options }: { readonly enable?: Expr; readonly comment: string },
): void {
  const found = b.registers.get(ref.name) ?? bug(`no register ${ref.name}`);
  const own = found.origin.comment;
  const origin = { ...found.origin, comment: own === undefined ? comment : `${own}; ${comment}` };
  b.registers.set(ref.name, { ...found, origin, drive: null });
  drive(b, ref, next, options);
}

function drivenBy(b: Builder, ref: Ref): Arm {
  const { next, enable } = b.registers.get(ref.name)?.drive ?? bug(`${ref.name} is not driven yet`);
  return { when: enable ?? bug(`${ref.name} is always enabled`), value: next };
}

function candidatesOf(
  b: Builder,
  noted: readonly Held[],
  armsOf: readonly (readonly Arm[])[],
): readonly Candidate[] {
  const shapes = shapesIn(b, new Map(noted.map(({ ref }, place) => [ref, place])));
  return noted.map(({ ref, lives, room = false }, place) => {
    const arms = armsOf[place] ?? [];
    const { initial, reset } = b.registers.get(ref.name) ?? bug(`no register ${ref.name}`);
    const values = [...new Set(arms.map(({ value }) => value))];
    return {
      width: ref.width,
      lives,
      rest: reset ? `${initial}` : null,
      sources: values.map((value): Source => ({ ...shapes(value), kind: kindOf(value), room })),
      signals: new Set(arms.map(({ when }) => when)).size,
    };
  });
}

function kindOf(expr: Expr): Source["kind"] {
  if (expr.kind === "const") return "constant";
  return isWiring(expr) ? "plain" : "logic";
}

/** Bits as they stand somewhere. */
function isWiring(expr: Expr): boolean {
  if (expr.kind === "const" || expr.kind === "ref") return true;
  if (expr.kind === "slice" || expr.kind === "extend") return isWiring(expr.operand);
  return expr.kind === "concat" && expr.parts.every(isWiring);
}

type Shape = Pick<Source, "shape" | "reads">;

/** Expressions with holes for the registers that may become others: the same number where all else is the same. */
function shapesIn(b: Builder, holes: ReadonlyMap<Expr, number>): (expr: Expr) => Shape {
  const known = new Map<Expr, Shape>();
  const numbers = new Map<string, number>();
  let next = 0;
  const numberOf = (key: string): number => {
    const number = numbers.get(key) ?? next++;
    numbers.set(key, number);
    return number;
  };
  const at = (expr: Expr): Shape => known.get(expr) ?? bug("an expression before its operands");
  for (const expr of b.order.keys()) {
    const hole = holes.get(expr);
    const operands = operandsOf(expr).map(at);
    const reads = hole === undefined ? operands.flatMap((operand) => operand.reads) : [hole];
    if (reads.length === 0 || reads.length > mostReads) {
      known.set(expr, { shape: next++, reads: [] }); // itself alone
      continue;
    }
    const inner = operands.map(({ shape }) => shape).join(" ");
    known.set(expr, { shape: numberOf(`${outside(expr)} ${inner}`), reads });
  }
  return (expr) => at(expr);
}

const mostReads = 24;

/** An expression without its operands. */
function outside(expr: Expr): string {
  switch (expr.kind) {
    case "unary":
    case "binary":
      return `${expr.op} ${expr.width}`;
    case "slice":
      return `slice ${expr.low} ${expr.width}`;
    case "extend":
      return `extend ${expr.signed} ${expr.width}`;
    case "const":
    case "ref":
    case "mux":
    case "concat":
      return `${expr.kind} ${expr.width}`;
  }
}
