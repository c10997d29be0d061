/**
 * From a builder's expressions, each kept once, to a module's wires: what has a name, what is used twice and what is
 * nested too deep to read becomes a wire; the rest is written where it is used. What nothing uses is left out.
 */
import { bug } from "../../diagnostics/bug.ts";
import { asciiName } from "../../program/ascii_name.ts";
import { apart, asRow, plainFirst } from "./apart.ts";
import type { About, Builder } from "./builder.ts";
import type { Binary, Expr, Module, Ref, Wire } from "./nodes.ts";
import { mapOperands, operandsOf } from "./walk.ts";

/** Deeper expressions are hard to read, and could grow until walking them overflows the stack. */
const deepest = 5;

export function share(b: Builder): Module {
  const roots = rootsOf(b);
  const uses = countUses(b, roots);
  const { wires, written } = writeOut(b, uses);
  const at = (expr: Expr): Expr => written.get(expr) ?? bug(`${b.name}: an expression was not reached`);
  return {
    name: b.name,
    inputs: b.inputs,
    outputs: [...b.outputs].map(([name, value]) => ({ name, value: at(value) })),
    wires: [
      ...[...b.wires.values()].map((one) => ({
        name: one.name,
        value: at(one.value ?? bug(`${b.name}: the wire ${one.name} is never assigned`)),
        ...one.origin,
      })),
      ...wires,
    ],
    registers: [...b.registers.values()].map(({ drive, origin, ...rest }) => {
      if (drive === null) return bug(`${b.name}: the register ${rest.name} is never driven`);
      const enable = drive.enable === null ? null : at(drive.enable);
      return { ...rest, next: at(drive.next), enable, ...origin };
    }),
    memories: [...b.memories.values()].map((one) => ({
      ...one,
      reads: one.reads.map((port) => ({
        ...port,
        address: at(port.address),
        enable: port.enable === null ? null : at(port.enable),
      })),
      writes: one.writes.map((port) => ({
        address: at(port.address),
        data: at(port.data),
        enable: at(port.enable),
      })),
    })),
    instances: b.instances.map((one) => ({
      ...one,
      inputs: one.inputs.map(({ port, value }) => ({ port, value: at(value) })),
    })),
    ...(b.comment === undefined ? {} : { comment: b.comment }),
  };
}

function rootsOf(b: Builder): readonly Expr[] {
  const roots: (Expr | null)[] = [
    ...b.outputs.values(),
    ...[...b.wires.values()].map((one) => one.value),
    ...[...b.registers.values()].flatMap(({ drive }) => (drive === null ? [] : [drive.next, drive.enable])),
    ...[...b.memories.values()].flatMap(({ reads, writes }) => [
      ...reads.flatMap((port) => [port.address, port.enable]),
      ...writes.flatMap((port) => [port.address, port.data, port.enable]),
    ]),
    ...b.instances.flatMap(({ inputs }) => inputs.map(({ value }) => value)),
  ];
  return roots.filter((root) => root !== null);
}

/** How many times each expression that matters is used. Users are younger than operands, so one pass back is enough. */
function countUses(b: Builder, roots: readonly Expr[]): ReadonlyMap<Expr, number> {
  const uses = new Map<Expr, number>();
  const use = (expr: Expr): void => void uses.set(expr, (uses.get(expr) ?? 0) + 1);
  for (const root of roots) use(root);
  for (const expr of [...b.order.keys()].reverse()) {
    if (uses.has(expr)) for (const operand of operandsOf(expr)) use(operand);
  }
  return uses;
}

interface Written {
  readonly wires: readonly Wire[];
  readonly written: ReadonlyMap<Expr, Expr>;
}

/** Operands are older than users, so one pass forward finds every operand written. */
function writeOut(b: Builder, uses: ReadonlyMap<Expr, number>): Written {
  const wires: Wire[] = [];
  const written = new Map<Expr, Expr>();
  const depths = new Map<Expr, number>(); // of what is written
  const fresh = freshNames(b);
  const rows = apart(b.order.keys(), uses);
  const factors = factorsIn(b.order.keys(), uses);
  const outputs = new Map([...b.outputs].reverse().map(([name, value]) => [value, name]));
  let place = 0;
  for (const expr of b.order.keys()) {
    const about = b.abouts[place++] ?? null;
    const times = uses.get(expr);
    if (times === undefined) continue;
    const ordered = expr.kind === "binary" ? plainFirst(expr) : expr;
    const same = mapOperands(ordered, (operand) => written.get(operand) ?? operand);
    const own =
      rows.has(expr) && same.kind === "binary" ? rowOf(same, fresh(about, "row"), wires, about) : same;
    const depth = Math.max(0, ...operandsOf(own).map((operand) => (depths.get(operand) ?? 0) + 1));
    const label = b.labels.get(expr);
    if (label === undefined && (isShort(own) || (times === 1 && depth < deepest))) {
      written.set(expr, own);
      depths.set(own, depth);
      continue;
    }
    if (label === undefined && own.kind === "extend" && factors.has(expr)) {
      const { operand } = own;
      const name = isShort(operand) ? null : fresh(about, hintOf(operand));
      if (name !== null) wires.push({ name, value: operand, ...groupOf(about) });
      const narrow: Expr = name === null ? operand : { kind: "ref", name, width: operand.width };
      written.set(expr, { ...own, operand: narrow });
      depths.set(written.get(expr) ?? own, 1);
      continue;
    }
    const result = b.results.get(expr);
    const shown = outputs.get(expr);
    const name =
      label?.name ??
      (shown === undefined || b.taken.has(shown)
        ? fresh(result ?? about, result === undefined ? hintOf(own) : null)
        : shown);
    const ref: Ref = { kind: "ref", name, width: own.width };
    wires.push({ name, value: own, ...label?.origin, ...groupOf(result ?? about) });
    written.set(expr, ref);
    depths.set(ref, 0);
  }
  return { wires, written };
}

/** A name for what is a part of something, or (without `part`) for all of it. */
function freshNames(b: Builder): (about: About | null, part: string | null) => string {
  const taken = new Set([...b.taken, ...b.outputs.keys()]);
  const counts = new Map<string, number>();
  return (about, part) => {
    const wanted = [about === null ? null : asciiName(about.name), part]
      .filter((one) => one !== null)
      .join("_");
    let count = counts.get(wanted) ?? (about === null ? 1 : 0); // `or` alone says nothing, and is a word of Verilog
    let name: string;
    do name = count === 0 ? wanted : `${wanted}_${count}`;
    while (taken.has(name) && ++count > 0);
    counts.set(wanted, count + 1);
    taken.add(name);
    return name;
  };
}

function groupOf(about: About | null): Pick<Wire, "group"> {
  return about?.group === undefined ? {} : { group: about.group };
}

/** What products extend stays narrow to see: a multiplier is as wide as its factors, and a wire would hide how wide these are. */
function factorsIn(exprs: Iterable<Expr>, uses: ReadonlyMap<Expr, number>): ReadonlySet<Expr> {
  const found = new Set<Expr>();
  for (const expr of exprs) {
    if (expr.kind !== "binary" || expr.op !== "mul" || !uses.has(expr)) continue;
    for (const factor of [expr.left, expr.right]) if (factor.kind === "extend") found.add(factor);
  }
  return found;
}

/** A sum as a slice of a wire, see apart.ts. */
function rowOf(sum: Binary, name: string, wires: Wire[], about: About | null): Expr {
  const value = asRow(sum);
  wires.push({ name, value, ...groupOf(about) });
  return { kind: "slice", width: sum.width, operand: { kind: "ref", name, width: value.width }, low: 1 };
}

/** Worth no wire: a name says no more than what it names. */
function isShort(expr: Expr): boolean {
  switch (expr.kind) {
    case "const":
    case "ref":
      return true;
    case "unary":
      return expr.op === "not" && expr.operand.kind === "ref";
    case "slice":
      return expr.operand.kind === "ref";
    default:
      return false;
  }
}

function hintOf(expr: Expr): string {
  return expr.kind === "unary" || expr.kind === "binary" ? expr.op : expr.kind;
}
