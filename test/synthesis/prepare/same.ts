/** Loops before and after the passes: the same bits, or the same fault, in both interpreters. */

import { tripCount } from "../../../src/loops/analysis/trip_count.ts";
import { int, variable } from "../../../src/loops/indices.ts";
import type { ArrayDecl, Expr, For, LoopAttrs, Loops, Origin, Stmt } from "../../../src/loops/nodes.ts";
import { prepareLoops, printLoops, verifyLoops } from "../../../src/loops/program.ts";
import { trace } from "../../../src/loops/trace.ts";
import { mapBodies } from "../../../src/loops/walk.ts";
import { type Pass, passes, prepared } from "../../../src/synthesis/prepare/index.ts";
import { type Args, type Left, left, sameLeft } from "../../backend/wasm-build.ts";
import type { Random } from "../../schedule/random.ts";

/** What is wrong, and after which pass; null where all agree. */
export function trouble(given: Loops, args: Args): string | null {
  const wanted = left(prepareLoops(given), args);
  const wrong = attempt(given, passes, args, wanted);
  if (typeof wrong !== "string") return null;
  let before = given;
  for (const pass of passes) {
    const after = attempt(before, [pass], args, wanted);
    if (typeof after === "string") return `${after}\nof:\n${printLoops(before)}`;
    before = after;
  }
  return wrong;
}

/** The Loops after some passes, or what is wrong with them. */
function attempt(given: Loops, some: readonly Pass[], args: Args, wanted: Left): Loops | string {
  const name = some.map((pass) => pass.name).join(", ");
  try {
    const after = some.reduce((now, { run }) => run(now, "rolled"), given);
    const wrong = difference(after, args, wanted);
    return wrong === null ? after : `after \`${name}\`: ${wrong}\n${printed(after)}`;
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return `in \`${name}\`: ${stack.split("\n").slice(0, 8).join("\n")}`;
  }
}

/** Arrays that nobody has to clear hold something else than zeros: that must not be seen. */
export function troubleWithoutZeros(given: Loops, args: Args): string | null {
  const { loops, zeros } = prepared(given);
  const dirty = loops.arrays.filter(({ name, table }) => table === undefined && !zeros.has(name));
  const body = [...dirty.flatMap(dirtied), ...loops.body];
  const wrong = difference({ ...loops, body }, args, left(prepareLoops(given), args));
  return wrong === null ? null : `without zeros: ${wrong}\n${printLoops({ ...loops, body })}`;
}

function dirtied({ name, element, shape }: ArrayDecl): readonly Stmt[] {
  const origin: Origin = { span: { from: 0, to: 0 }, operator: "fill" };
  const counters = shape.map((_, dim) => `dirty_${name}_${dim}`);
  const isTruth = element.kind === "bool" || (element.kind === "python" && element.name === "bool");
  const value: Expr = { kind: "const", value: isTruth ? true : 3, type: element };
  const store: Stmt = { kind: "store", array: name, index: counters.map(variable), value, origin };
  return [
    shape.reduceRight<Stmt>((inner, size, dim) => {
      const counter = counters[dim] ?? "";
      const bounds = { from: int(0), to: int(size), step: 1 };
      return { kind: "for", name: counter, variable: counter, ...bounds, body: [inner], attrs: {}, origin };
    }, store),
  ];
}

function difference(loops: Loops, args: Args, wanted: Left): string | null {
  const broken = verifyLoops(loops);
  if (broken.length > 0) return broken.slice(0, 5).join("\n");
  const compiled = left(prepareLoops(loops), args);
  if (!agree(compiled, wanted)) return `${shown(compiled)}\ninstead of\n${shown(wanted)}`;
  const traced = left({ run: (own) => trace(loops, own) }, args);
  return agree(traced, wanted) ? null : `traced: ${shown(traced)}\ninstead of\n${shown(wanted)}`;
}

/** What a kernel that stops has left behind is nobody's matter. */
function agree(a: Left, b: Left): boolean {
  return a.fault !== null || b.fault !== null ? a.fault?.code === b.fault?.code : sameLeft(a, b);
}

function shown({ args, results, fault }: Left): string {
  if (fault !== null) return `stops: ${fault.message}`;
  return JSON.stringify({ args, results }, (_, v) =>
    typeof v === "bigint" || (typeof v === "number" && !Number.isFinite(v)) ? String(v) : v,
  );
}

function printed(loops: Loops): string {
  try {
    return printLoops(loops);
  } catch (error) {
    return String(error);
  }
}

/** `pipeline` and `unroll` on loops by chance: what is computed stays the same, whatever they say. */
export function withAttributes(loops: Loops, random: Random): Loops {
  const attrs = (stmt: For): LoopAttrs => {
    const count = tripCount(stmt);
    switch (random(6)) {
      case 0:
        return { ...stmt.attrs, pipeline: {} };
      case 1:
        return { ...stmt.attrs, unroll: { factor: 1 + random(5) } };
      case 2:
        return count === null ? stmt.attrs : { ...stmt.attrs, unroll: {} };
      case 3:
        return { pipeline: {}, unroll: { factor: 2 + random(3) } };
      default:
        return stmt.attrs;
    }
  };
  const visit = (body: readonly Stmt[]): readonly Stmt[] =>
    body.map((stmt) => mapBodies(stmt.kind === "for" ? { ...stmt, attrs: attrs(stmt) } : stmt, visit));
  return { ...loops, body: visit(loops.body) };
}
