/** `x[-1]`, `x[-1:2, 0]`, `x[0, :]` on a map element: elements around it. */
import { diagnose } from "../../../diagnostics/catalogue/index.ts";
import type { Offset } from "../../../program/nodes.ts";
import { printType } from "../../../types/print.ts";
import { elementOf, withShape } from "../../../types/types.ts";
import type { PyExpr, PySubscript } from "../ast.ts";
import { constantInt, intConst } from "../build.ts";
import { type Known, type KnownCursor, knownError, type OriginAxis, value } from "../known.ts";
import { report, type Scope } from "../scope.ts";
import { inferNumber } from "./index.ts";

export function inferOffsets(scope: Scope, cursor: KnownCursor, node: PySubscript): Known {
  const parts = placeParts(scope, cursor, node);
  if (parts === null) return knownError;
  const offsets: Offset[] = [];
  const shape: number[] = [];
  let outside = false;
  for (const [i, axis] of cursor.origin.entries()) {
    const part = parts[i];
    const offset = part === undefined || part === null ? still(node) : inferOffset(scope, part);
    if (offset === null) return knownError;
    offsets.push(offset);
    const reach = reachOf(offset, axis);
    if (reach.extent !== null) shape.push(reach.extent);
    outside ||= reach.outside;
  }
  if (outside) report(scope, diagnose("offset-outside", node.span, { name: cursor.label }));
  return value({
    kind: "element",
    param: cursor.param,
    offsets,
    type: withShape(cursor.element, shape),
    span: node.span,
  });
}

function still(node: PySubscript): Offset {
  return { kind: "by", offset: intConst(0, node.span) };
}

/** One part an axis of the origin; fewer parts, when they match the axes the map moves along, go to those. */
function placeParts(scope: Scope, cursor: KnownCursor, node: PySubscript): (PyExpr | null)[] | null {
  const { origin } = cursor;
  const moving = origin.filter((axis) => axis.moves).length;
  const given = node.index;
  if (given.length === origin.length) return [...given];
  if (given.length === moving) {
    const rest = [...given];
    return origin.map((axis) => (axis.moves ? (rest.shift() ?? null) : null));
  }
  report(
    scope,
    diagnose("offset-rank", node.span, { name: cursor.label, given: given.length, rank: origin.length }),
  );
  return null;
}

function inferOffset(scope: Scope, part: PyExpr): Offset | null {
  if (part.kind !== "Slice") {
    const offset = inferNumber(scope, part);
    if (offset === null) return null;
    const type = elementOf(offset.type);
    if (
      offset.type.kind === "array" ||
      !(type.kind === "int" || (type.kind === "python" && type.name === "int"))
    ) {
      report(scope, diagnose("bad-index", part.span, { found: printType(offset.type) }));
      return null;
    }
    return { kind: "by", offset };
  }
  if (part.start === null && part.stop === null && part.step === null) return { kind: "all" };
  const bounds = [part.start, part.stop, part.step].map((bound) => {
    const expr = bound === null ? null : inferNumber(scope, bound);
    return expr === null ? null : constantInt(expr);
  });
  const [start, stop, step] = [
    bounds[0] ?? null,
    bounds[1] ?? null,
    part.step === null ? 1 : (bounds[2] ?? null),
  ];
  if (start === null || stop === null || step === null || step === 0) {
    report(scope, diagnose("bad-window", part.span, {}));
    return null;
  }
  return { kind: "window", start, stop, step };
}

/** How many elements an offset takes along its axis (null: one, and the axis goes), and whether any lies outside. */
function reachOf(
  offset: Offset,
  axis: OriginAxis,
): { readonly extent: number | null; readonly outside: boolean } {
  switch (offset.kind) {
    case "all":
      return { extent: axis.size, outside: false };
    case "by": {
      const by = constantInt(offset.offset);
      return { extent: null, outside: by !== null && leaves(axis, by, by) };
    }
    case "window": {
      const { start, stop, step } = offset;
      const extent = Math.max(0, Math.ceil((stop - start) / step));
      const end = start + (extent - 1) * step;
      return { extent, outside: extent > 0 && leaves(axis, Math.min(start, end), Math.max(start, end)) };
    }
  }
}

function leaves(axis: OriginAxis, low: number, high: number): boolean {
  return (
    (axis.first !== null && axis.first + low < 0) || (axis.last !== null && axis.last + high >= axis.size)
  );
}
