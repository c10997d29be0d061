/** What calls of `heapq` and `bisect` become (standard_library.ts): algorithms on lists that change them in place. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import { shapeOf } from "../../../types/types.ts";
import { isComputed, isListValue, type Known, knownError, knownNone } from "../known.ts";
import { widestHeap } from "../library/heaps.ts";
import { runLibrary } from "../library/index.ts";
import { itemMark } from "../marks.ts";
import { report } from "../scope.ts";
import type { Builtin } from "./registry.ts";

export const heaps: Readonly<Record<string, Builtin>> = {
  [`heap_up${itemMark}`]: onHeap("heap_up"),
  [`heap_down${itemMark}`]: onHeap("heap_down"),
  [`heap_of${itemMark}`]: onHeap("heap_of"),
  [`bisect_left${itemMark}`]: found("bisect_left"),
  [`bisect_right${itemMark}`]: found("bisect_right"),
};

function onHeap(name: string): Builtin {
  return ({ scope, args, span, node }) => {
    const lists = args.map(({ known }) => known);
    // Of no elements there is no order.
    if (lists.every((known) => known.kind === "tuple" && known.items.length === 0)) return knownNone;
    if (lists.length <= widestHeap && lists.every(isLine))
      return runLibrary(scope, `${name}_${lists.length}`, lists, node);
    report(scope, diagnose("heap-items", span, {}));
    return knownError;
  };
}

/** An empty list has no elements to be compared; rows are lists for their columns where that is the matter. */
function isLine(known: Known): boolean {
  return isListValue(known) && isComputed(known) && shapeOf(known.expr.type).length === 1;
}

function found(name: string): Builtin {
  return ({ scope, args, node }) =>
    runLibrary(
      scope,
      name,
      args.map(({ known }) => known),
      node,
    );
}
