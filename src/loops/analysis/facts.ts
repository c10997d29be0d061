/** What a report says of Loops: the loop tree with trip counts and attributes, the arrays with their banks. */

import type { ArrayDecl, Bank, Expr, For, LoopAttrs, Loops, Origin, Stmt, While } from "../nodes.ts";
import { tripCount } from "./trip_count.ts";

export interface LoopFacts {
  readonly name: string; // what a schedule calls it
  readonly trips: number | null; // null where it is only known when it runs
  readonly bounds: string; // `1..i+1 step 2`
  readonly attributes: readonly string[];
  readonly operator: Origin["operator"];
  readonly line: number; // of the kernel's source
  readonly inner: readonly LoopFacts[];
}

export interface ArrayFacts {
  readonly name: string;
  readonly element: ArrayDecl["element"];
  readonly shape: readonly number[];
  readonly place: "argument" | "on chip" | "table";
  readonly banks: readonly string[];
  readonly role: string | null;
}

export function loopFacts(loops: Loops): readonly LoopFacts[] {
  const starts = lineStarts(loops.source.text);
  const line = (at: number): number => Math.max(1, starts.findLastIndex((start) => start <= at) + 1);
  const within = (body: readonly Stmt[]): LoopFacts[] =>
    body.flatMap((stmt) => {
      switch (stmt.kind) {
        case "for":
        case "while":
          return [factsOf(stmt, line(stmt.origin.span.from), within(stmt.body))];
        case "if":
          return [...within(stmt.then), ...within(stmt.else)];
        case "region":
          return within(stmt.body);
        default:
          return [];
      }
    });
  return within(loops.body);
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
}

function factsOf(loop: For | While, line: number, inner: readonly LoopFacts[]): LoopFacts {
  const shared = { name: loop.name, operator: loop.origin.operator, line, inner };
  if (loop.kind === "while") return { ...shared, trips: null, bounds: "while", attributes: [] };
  return {
    ...shared,
    trips: tripCount(loop),
    bounds: boundsText(loop),
    attributes: attributesOf(loop.attrs),
  };
}

function boundsText(loop: For): string {
  const step = loop.step === 1 ? "" : ` step ${loop.step}`;
  return `${boundText(loop.from)}..${boundText(loop.to)}${step}`;
}

/** Short, for people: what is not a sum of names and numbers is only hinted at. */
export function boundText(expr: Expr): string {
  switch (expr.kind) {
    case "const":
      return String(expr.value);
    case "var":
      return expr.name;
    case "binary": {
      const sign = { add: "+", sub: "-", mul: "*", floordiv: "//", mod: "%" }[expr.op as string];
      if (sign === undefined) return `${expr.op}(${boundText(expr.left)}, ${boundText(expr.right)})`;
      return `${boundText(expr.left)}${sign}${boundText(expr.right)}`;
    }
    case "load":
      return `${expr.array}[${expr.index.map(boundText).join(",")}]`;
    default:
      return "…";
  }
}

export function attributesOf({ pipeline, unroll, parallel }: LoopAttrs): string[] {
  return [
    ...(pipeline === undefined
      ? []
      : [pipeline.ii === undefined ? "pipeline" : `pipeline ii=${pipeline.ii}`]),
    ...(unroll === undefined ? [] : [unroll.factor === undefined ? "unroll" : `unroll ${unroll.factor}`]),
    ...(parallel ? ["parallel"] : []),
  ];
}

export function arrayFacts(loops: Loops): readonly ArrayFacts[] {
  const facts = (decl: ArrayDecl, place: ArrayFacts["place"]): ArrayFacts => ({
    name: decl.name,
    element: decl.element,
    shape: decl.shape,
    place,
    banks: [
      ...(decl.banks ?? []).map(bankText),
      ...(decl.words === undefined ? [] : [`${decl.words.factor} a word along ${decl.words.dim}`]),
    ],
    role: decl.role ?? null,
  });
  return [
    ...loops.params.flatMap((param) => (param.kind === "array" ? [facts(param, "argument")] : [])),
    ...loops.arrays.map((decl) => facts(decl, decl.table === undefined ? "on chip" : "table")),
  ];
}

function bankText({ dim, how, factor }: Bank): string {
  return how === "complete" ? `dim ${dim} complete` : `dim ${dim} ${how} ${factor}`;
}
