/** PyLog's map: a call of `_map` with a lambda of the position, which reads the sources there. */
import type { Dim } from "../../types/types.ts";
import { shapeOf } from "../../types/types.ts";
import type { Element, Expr, MapExpr, MapParam, Offset, View } from "../nodes.ts";
import { originOf } from "../origin.ts";
import { printTuple } from "./constants.ts";
import { printExpr } from "./expression.ts";
import { atom, attribute, call, infix, lambda, number, subscript, type Text } from "./precedence.ts";
import type { MapCursor, Position, Printer } from "./printer.ts";
import { dtypeOf } from "./representation.ts";

export function printMap(p: Printer, node: MapExpr): Text {
  const first = node.params[0];
  if (first === undefined) throw new Error("a map has at least one source");
  const shape = shapeOf(first.source.type);
  const used = new Set([...p.places.values()].flatMap((place) => place.index));
  const index = shape.map(() => {
    const name = p.names.index(used);
    used.add(name);
    return name;
  });
  const places = new Map(p.places);
  const bound: string[] = [];
  for (const param of node.params) {
    const { place, bindings } = placeOf(p, param, index);
    places.set(param.name, place);
    bound.push(...bindings);
  }
  const extents = shape.every((dim) => typeof dim === "number")
    ? printTuple(shape)
    : attribute(printExpr(p, first.source), "shape").text;
  const body = printExpr({ ...p, places }, node.body, "weak");
  return call(p.need("map"), extents, dtypeOf(node.type.element), lambda([...index, ...bound], body));
}

export function printElement(p: Printer, node: Element): Text {
  const place = p.places.get(node.param);
  if (place === undefined) throw new Error(`no map around binds ${node.param}`);
  if (node.offsets === null) return subscript(place.source, place.index);
  const where = node.offsets.map((offset, axis) => printOffset(p, place, offset, axis));
  return call(p.need("at"), place.origin, ...where);
}

function printOffset(p: Printer, place: MapCursor, offset: Offset, axis: number): Text {
  const position = place.position[axis] ?? fixedPosition(0);
  const extent = place.extents[axis] ?? atom("0");
  switch (offset.kind) {
    case "by":
      return printPosition(
        plus(
          position,
          offset.offset.kind === "const" ? Number(offset.offset.value) : printExpr(p, offset.offset),
        ),
      );
    case "window": {
      const step = offset.step === 1 ? [] : [String(offset.step)];
      const [start, stop] = [plus(position, offset.start), plus(position, offset.stop)].map(printPosition);
      return call("range", start ?? "0", stop ?? "0", ...step);
    }
    case "all":
      return call("range", extent);
  }
}

/** Where a source stands at a position of the map; one that is no variable is computed once, as a default argument. */
function placeOf(
  p: Printer,
  param: MapParam,
  index: readonly string[],
): { place: MapCursor; bindings: readonly string[] } {
  const bindings: string[] = [];
  const bind = (expr: Expr, name: string): Text => {
    if (expr.kind === "var") return printExpr(p, expr);
    bindings.push(`${name}=${printExpr(p, expr).text}`);
    return atom(name);
  };
  const name = p.names.of(param.name);
  const sourceText = bind(param.source, name);
  const origin = originOf(param.source);
  const originText = origin === param.source ? sourceText : bind(origin, `${name}_origin`);
  const positions = index.map((i) => ({ moving: atom(i), constant: 0 }));
  const place = {
    source: sourceText,
    index,
    origin: originText,
    position: positionsIn(p, param.source, positions, originText),
    extents: extentsOf(shapeOf(origin.type), originText),
  };
  return { place, bindings };
}

/** The position in the origin, from the position in a view of it. */
function positionsIn(
  p: Printer,
  source: Expr,
  positions: readonly Position[],
  origin: Text,
): readonly Position[] {
  if (source.kind !== "view") return positions;
  const base = source.base.kind === "view" ? printExpr(p, source.base) : origin;
  const extents = extentsOf(shapeOf(source.base.type), base);
  return positionsIn(p, source.base, basePositions(p, source, positions, extents), origin);
}

function basePositions(
  p: Printer,
  view: View,
  positions: readonly Position[],
  extents: readonly Text[],
): readonly Position[] {
  const shape = shapeOf(view.base.type);
  const rest = [...positions];
  const found: Position[] = [];
  for (const sub of view.subs) {
    if (sub.kind === "newAxis") {
      rest.shift();
      continue;
    }
    const axis = found.length;
    const extent = extents[axis] ?? atom("0");
    if (sub.kind === "at") {
      found.push(wrappedIndex(p, sub.index, shape[axis], extent));
    } else {
      const position = rest.shift() ?? fixedPosition(0);
      found.push(plus(times(position, sub.step), sliceStart(p, sub, shape[axis], extent)));
    }
  }
  return found;
}

function fixedPosition(at: number): Position {
  return { moving: null, constant: at };
}

/** A negative index counts from the end. */
function wrappedIndex(p: Printer, index: Expr, dim: Dim | undefined, extent: Text): Position {
  if (index.kind === "const") {
    const at = Number(index.value);
    if (at >= 0) return fixedPosition(at);
    if (typeof dim === "number") return fixedPosition(at + dim);
  }
  return { moving: infix(call("int", printExpr(p, index)), "%", extent), constant: 0 };
}

function sliceStart(
  p: Printer,
  sub: { readonly start: Expr | null; readonly stop: Expr | null; readonly step: number },
  dim: Dim | undefined,
  extent: Text,
): number | Text {
  if (sub.start === null && sub.step > 0) return 0;
  const start = sub.start?.kind === "const" ? Number(sub.start.value) : null;
  if (typeof dim === "number" && (sub.start === null || start !== null)) {
    const from = start ?? dim - 1;
    const low = sub.step > 0 ? 0 : -1;
    return Math.min(Math.max(from < 0 ? from + dim : from, low), dim + low);
  }
  const part = (expr: Expr | null): Text => (expr === null ? atom("None") : printExpr(p, expr, "weak"));
  return call(p.need("start"), part(sub.start), part(sub.stop), String(sub.step), extent);
}

function extentsOf(shape: readonly Dim[], array: Text): readonly Text[] {
  return shape.map((dim, axis) =>
    typeof dim === "number" ? atom(String(dim)) : subscript(attribute(array, "shape"), [String(axis)]),
  );
}

function plus(position: Position, offset: number | Text): Position {
  if (typeof offset === "number") return { ...position, constant: position.constant + offset };
  return { ...position, moving: position.moving === null ? offset : infix(position.moving, "+", offset) };
}

function times(position: Position, step: number): Position {
  if (step === 1) return position;
  const moving = position.moving && infix(position.moving, "*", number(String(step)));
  return { moving, constant: position.constant * step };
}

function printPosition({ moving, constant }: Position): Text {
  if (moving === null) return number(String(constant));
  if (constant === 0) return moving;
  return infix(moving, constant < 0 ? "-" : "+", atom(String(Math.abs(constant))));
}
