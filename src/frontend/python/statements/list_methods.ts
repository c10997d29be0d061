/** Methods of lists of numbers that are algorithms (library/text.ts): `sort`, `reverse`, `insert`, `pop(i)`, `remove`, `index`, `count`, `copy`. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import { shapeOf } from "../../../types/types.ts";
import type { PyCall, PyExpr, PyName } from "../ast.ts";
import { boolConst, intConst } from "../build.ts";
import { infer } from "../expressions/index.ts";
import { constantTruth } from "../expressions/logic.ts";
import {
  isComputed,
  isListValue,
  type Known,
  type KnownGrown,
  knownError,
  knownNone,
  value,
} from "../known.ts";
import { runLibrary } from "../library/index.ts";
import { append, pop, withoutReference } from "../lists.ts";
import { report, type Scope } from "../scope.ts";
import { toComputed } from "../value.ts";
import { hold } from "./bind.ts";

/** Null where the call is none of these. */
export function callOnList(scope: Scope, node: PyCall): Known | null {
  const { callee } = node;
  if (callee.kind !== "Attribute" || callee.value.kind !== "Name") return null;
  const takes = parameters[callee.name];
  const binding = scope.env?.get(callee.value.id);
  if (takes === undefined || binding?.kind !== "bound" || !binding.definite) return null;
  const grown = binding.known.kind === "grown" ? binding.known : null;
  if (grown === null && !isListValue(binding.known)) return null;
  if (callee.name === "pop" && node.args.length === 0) return null; // the last one: lists.ts
  const isCalled =
    node.args.length === takes.count &&
    node.keywords.every(({ name }) => name !== null && takes.keywords.includes(name));
  const mayRun = takes.changes === "nothing" || (scope.lazy === 0 && scope.closed === 0);
  const list = infer(scope, callee.value);
  if (list.kind === "error") return knownError;
  const isEmpty = grown !== null && list.kind === "tuple" && list.items.length === 0;
  if (isEmpty && isCalled && mayRun) {
    const known = ofNothing(scope, node, grown);
    if (known !== null) return known;
  }
  const rank = isComputed(list) ? shapeOf(list.expr.type).length : 0;
  const isPlain = rank === 1 || (rank > 1 && callee.name === "pop");
  if (!isCalled || !mayRun || !isPlain || (grown === null && takes.changes === "length")) {
    report(scope, diagnose("list-method", node.span, { name: callee.value.id, method: callee.name }));
    return knownError;
  }
  const given = node.args.map((arg) => infer(scope, arg));
  if (given.some(({ kind }) => kind === "error")) return knownError;
  return run(scope, node, { name: callee.value, grown, method: callee.name, list, given });
}

interface Takes {
  readonly count: number;
  readonly keywords: readonly string[];
  readonly changes: "nothing" | "items" | "length";
}

const parameters: Readonly<Record<string, Takes>> = {
  sort: { count: 0, keywords: ["reverse"], changes: "items" },
  reverse: { count: 0, keywords: [], changes: "items" },
  index: { count: 1, keywords: [], changes: "nothing" },
  count: { count: 1, keywords: [], changes: "nothing" },
  copy: { count: 0, keywords: [], changes: "nothing" },
  insert: { count: 2, keywords: [], changes: "length" },
  pop: { count: 1, keywords: [], changes: "length" },
  remove: { count: 1, keywords: [], changes: "length" },
};

/** The same of a list that is known to have no elements: any place in it is its end. */
function ofNothing(scope: Scope, node: PyCall, list: KnownGrown): Known | null {
  const { callee, args, span } = node;
  switch (callee.kind === "Attribute" ? callee.name : "") {
    case "insert": {
      const [place, item] = args.map((arg) => infer(scope, arg));
      const made = place === undefined || item === undefined ? null : toComputed(scope, item, span);
      if (place?.kind === "error" || made === null) return knownError;
      append(scope, list, made, 0, span);
      return knownNone;
    }
    case "sort":
    case "reverse":
      return knownNone;
    case "copy":
      return { kind: "tuple", form: "list", items: [] };
    case "count":
      return value(intConst(0, span));
    case "pop":
    case "remove":
    case "index": {
      for (const arg of args) infer(scope, arg);
      report(scope, diagnose("list-never-grows", span, { name: list.name }));
      return knownError;
    }
    default:
      return null;
  }
}

interface ListCall {
  readonly name: PyName;
  readonly grown: KnownGrown | null;
  readonly method: string;
  readonly list: Known;
  readonly given: readonly Known[];
}

function run(scope: Scope, node: PyCall, { name, grown, method, list, given }: ListCall): Known {
  const [first = knownNone, second = knownNone] = given;
  const done = (known: Known): Known => (known.kind === "error" ? known : knownNone);
  switch (method) {
    case "sort": {
      const reverse = node.keywords[0];
      const down = reverse === undefined ? value(boolConst(false, node.span)) : infer(scope, reverse.value);
      const isDown = down.kind === "value" ? constantTruth(down.expr) : null;
      if (isDown === null) return refused(scope, node, name.id, method);
      return done(runLibrary(scope, isDown ? "sort_list_down" : "sort_list", [list], node));
    }
    case "reverse":
      return done(runLibrary(scope, "reverse_list", [list], node));
    case "index":
      return runLibrary(scope, "index_in_list", [list, first], node);
    case "count":
      return runLibrary(scope, "count_in_list", [list, first], node);
    case "copy": {
      const all: PyExpr = { kind: "Slice", start: null, stop: null, step: null, span: node.span };
      return infer(scope, { kind: "Subscript", value: name, index: [all], span: node.span });
    }
    case "insert": {
      const item = toComputed(scope, second, node.span);
      if (grown === null || item === null) return knownError;
      const place = hold(scope, "place", first); // said of the list as it was
      append(scope, grown, item, 0, node.span);
      return done(runLibrary(scope, "insert_last_in_list", [infer(scope, name), place], node));
    }
    case "remove": {
      const at = hold(scope, "place", runLibrary(scope, "index_in_list", [list, first], node));
      return done(takeOut(scope, node, grown, list, at));
    }
    default:
      return takeOut(scope, node, grown, list, first);
  }
}

/** What follows moves up, and the list ends one before. */
function takeOut(scope: Scope, node: PyCall, grown: KnownGrown | null, list: Known, at: Known): Known {
  if (grown === null || at.kind === "error") return knownError;
  const isRow = list.kind === "value" && shapeOf(list.expr.type).length > 1;
  const name = isRow ? "take_row_out_of_list" : "take_out_of_list";
  const taken = withoutReference(scope, grown, () => runLibrary(scope, name, [list, at], node));
  const item = hold(scope, "taken", taken);
  return pop(scope, grown, node.span).kind === "error" ? knownError : item;
}

function refused(scope: Scope, node: PyCall, name: string, method: string): Known {
  report(scope, diagnose("list-method", node.span, { name, method }));
  return knownError;
}
