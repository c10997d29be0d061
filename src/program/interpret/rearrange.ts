/** Operators that move elements: joining and sorting. */
import { storageClass } from "../../types/storage.ts";
import { elementOf } from "../../types/types.ts";
import type { Concat, Sort } from "../nodes.ts";
import { orderClosure } from "./closures.ts";
import { type Code, emit, fresh, type Num, plus, product, show, spillNum, times } from "./code.ts";
import { laneOf } from "./lane.ts";
import { allocateMemory, contiguousMemory, type Memory } from "./memory.ts";
import { materialise, storeLane } from "./store.ts";

export function concat(code: Code, expr: Concat): Memory {
  const lanes = expr.parts.map((part) => laneOf(code, part));
  const first = lanes[0]?.shape ?? [];
  const total = lanes.reduce<Num>((sum, lane) => plus(sum, lane.shape[expr.axis] ?? 1), 0);
  const shape = first.map((extent, axis) => spillNum(code, axis === expr.axis ? total : extent));
  const out = allocateMemory(code, elementOf(expr.type), shape);
  let start: Num = 0;
  for (const lane of lanes) {
    const extent = lane.shape[expr.axis] ?? 1;
    const offset = spillNum(code, times(start, out.strides[expr.axis] ?? 1));
    const part = { ...out, offset, shape: shape.map((own, axis) => (axis === expr.axis ? extent : own)) };
    storeLane(code, part, lane, expr.span);
    start = spillNum(code, plus(start, extent));
  }
  return out;
}

export function sort(code: Code, expr: Sort): Memory {
  const lane = laneOf(code, expr.operand);
  const values = materialise(code, lane);
  const storage = storageClass(values.element);
  const pairs = storage === "int64" || storage === "uint64" ? storage : "";
  const order = storage === "pattern" ? orderClosure(code, values.element) : "null";
  const outer = product(values.shape.slice(0, expr.axis));
  const inner = product(values.shape.slice(expr.axis + 1));
  const count = values.shape[expr.axis] ?? 1;
  const args = [values.data, `"${pairs}"`, ...[outer, count, inner].map(show), order].join(", ");
  if (expr.what === "values") {
    emit(code, `sort(${args});`);
    return values;
  }
  const positions = fresh(code, "d");
  emit(code, `const ${positions} = argsort(${args});`);
  code.module.ownData.add(positions);
  return contiguousMemory(code, elementOf(expr.type), positions, values.shape);
}
