/**
 * The order of things, against a plain model: random kernels of scalars, one tensor, held formulas, loops and branches
 * give what TypeScript gives when each formula is computed where it is written.
 */
import fc from "fast-check";
import { describe, it } from "vitest";
import type { Builder, Place, Tensor, Term } from "../../../src/frontend/dsl/index.ts";
import { lower } from "../../../src/loops/lower/index.ts";
import { prepareLoops } from "../../../src/loops/program.ts";
import { prepare } from "../../../src/program/interpret/index.ts";
import { allocate } from "../../../src/types/storage.ts";
import { array, int32 } from "../../../src/types/types.ts";
import { hasPython, runAllPrinted } from "../../program/run-printed.ts";
import { flat, kernel } from "./run.ts";

type Formula =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "scalar"; readonly which: number }
  | { readonly kind: "element"; readonly at: number }
  | { readonly kind: "held"; readonly which: number } // a formula written before
  | { readonly kind: "sum"; readonly left: Formula; readonly right: Formula };

type Statement =
  | { readonly kind: "hold"; readonly formula: Formula }
  | { readonly kind: "set"; readonly which: number; readonly formula: Formula }
  | { readonly kind: "store"; readonly at: number; readonly formula: Formula }
  | { readonly kind: "loop"; readonly times: number; readonly body: readonly Statement[] }
  | {
      readonly kind: "branch";
      readonly condition: Formula;
      readonly then: readonly Statement[];
      readonly otherwise: readonly Statement[];
    };

const small = fc.integer({ min: 0, max: 2 });

const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
  formula: fc.oneof(
    { depthSize: "small" },
    fc.record({ kind: fc.constant("number" as const), value: fc.integer({ min: -9, max: 9 }) }),
    fc.record({ kind: fc.constant("scalar" as const), which: small }),
    fc.record({ kind: fc.constant("element" as const), at: small }),
    fc.record({ kind: fc.constant("held" as const), which: fc.nat(5) }),
    fc.record({ kind: fc.constant("sum" as const), left: tie("formula"), right: tie("formula") }),
  ),
}));

const { block } = fc.letrec<{ block: readonly Statement[]; statement: Statement }>((tie) => ({
  block: fc.array(tie("statement"), { maxLength: 6 }),
  statement: fc.oneof(
    { depthSize: "small" },
    fc.record({ kind: fc.constant("hold" as const), formula }),
    fc.record({ kind: fc.constant("set" as const), which: small, formula }),
    fc.record({ kind: fc.constant("store" as const), at: small, formula }),
    fc.record({ kind: fc.constant("loop" as const), times: fc.nat(3), body: tie("block") }),
    fc.record({
      kind: fc.constant("branch" as const),
      condition: formula,
      then: tie("block"),
      otherwise: tie("block"),
    }),
  ),
}));

/** TypeScript itself. Held formulas are known in the block that wrote them and inside of it. */
function model(program: readonly Statement[]): number[] {
  const scalars = [1, 2, 3];
  const elements = [4, 5, 6];
  const value = (f: Formula, held: readonly number[]): number => {
    switch (f.kind) {
      case "number":
        return f.value;
      case "scalar":
        return scalars[f.which] ?? 0;
      case "element":
        return elements[f.at] ?? 0;
      case "held":
        return held[f.which] ?? 7;
      case "sum":
        return (value(f.left, held) + value(f.right, held)) | 0;
    }
  };
  const run = (stmts: readonly Statement[], outer: readonly number[]): void => {
    const held = [...outer];
    for (const stmt of stmts) {
      switch (stmt.kind) {
        case "hold":
          held.push(value(stmt.formula, held));
          break;
        case "set":
          scalars[stmt.which] = value(stmt.formula, held);
          break;
        case "store":
          elements[stmt.at] = value(stmt.formula, held);
          break;
        case "loop":
          for (let i = 0; i < stmt.times; i++) run(stmt.body, held);
          break;
        case "branch":
          run(value(stmt.condition, held) > 0 ? stmt.then : stmt.otherwise, held);
      }
    }
  };
  run(program, []);
  return [...scalars, ...elements];
}

function write(program: readonly Statement[], t: Tensor, h: Builder): Place[] {
  const scalars = [1, 2, 3].map((init) => h.scalar(init, "int32"));
  for (const [i, init] of [4, 5, 6].entries()) t.at(i).set(init);
  const scalar = (which: number): Place => scalars[which] ?? h.scalar(0, "int32");
  const value = (f: Formula, held: readonly Term[]): Term => {
    switch (f.kind) {
      case "number":
        return h.number(f.value, "int32");
      case "scalar":
        return scalar(f.which).add(0); // a formula, no longer the place
      case "element":
        return t.at(f.at).add(0);
      case "held":
        return held[f.which] ?? h.number(7, "int32");
      case "sum":
        return value(f.left, held).add(value(f.right, held));
    }
  };
  const run = (stmts: readonly Statement[], outer: readonly Term[]): void => {
    const held = [...outer];
    for (const stmt of stmts) {
      switch (stmt.kind) {
        case "hold":
          held.push(value(stmt.formula, held));
          break;
        case "set":
          scalar(stmt.which).set(value(stmt.formula, held));
          break;
        case "store":
          t.at(stmt.at).set(value(stmt.formula, held));
          break;
        case "loop":
          h.for(stmt.times, () => run(stmt.body, held));
          break;
        case "branch":
          h.if(value(stmt.condition, held).gt(0), () => run(stmt.then, held)).else(() =>
            run(stmt.otherwise, held),
          );
      }
    }
    // A formula that nothing uses is refused.
    const own = held.slice(outer.length);
    for (const term of own) if (term.made !== null && term.block.unused.has(term.made)) h.scalar(term);
  };
  run(program, []);
  return scalars;
}

describe("random kernels", () => {
  it("compute each formula where it is written, here, as Loops, and printed as Python", () => {
    const python: { program: ReturnType<typeof kernel>["program"]; args: number[][]; expected: string }[] =
      [];
    fc.assert(
      fc.property(block, (program) => {
        const built = kernel("k", { t: "int32[3]" }, ({ t }, h) => write(program, t, h));
        const t = allocate(array(int32, [3]));
        const { results } = prepare(built.program).run(new Map([["t", t]]));
        const expected = JSON.stringify(model(program));
        if (python.length < 30) python.push({ program: built.program, args: [[0, 0, 0]], expected });
        const ours = JSON.stringify([...results.flatMap(flat), ...flat(t)]);
        if (ours !== expected) throw new Error(`${ours} instead of ${expected}`);
        const lowered = lower(built.program);
        if (!lowered.ok) throw new Error("Loops: refused");
        const again = allocate(array(int32, [3]));
        const fromLoops = prepareLoops(lowered.loops).run(new Map([["t", again]])).results;
        const loops = JSON.stringify([...fromLoops.flatMap(flat), ...flat(again)]);
        if (loops !== expected) throw new Error(`Loops: ${loops} instead of ${expected}`);
      }),
      { numRuns: 120, seed: 5 },
    );
    if (!hasPython) return;
    for (const [i, { results, args }] of runAllPrinted(python).entries()) {
      const theirs = JSON.stringify([...results, ...args].flat());
      if (theirs !== python[i]?.expected) throw new Error(`Python: ${theirs}, not ${python[i]?.expected}`);
    }
  });
});
