/** Softmax and normalisations: sums over some axes decide how elements along them are scaled. */
import { bug } from "../../../diagnostics/bug.ts";
import type { Expr, Stmt } from "../../../program/nodes.ts";
import { allocate, get, type NDArray, set } from "../../../types/storage.ts";
import { array, type ScalarType } from "../../../types/types.ts";
import type { Emission } from "../emission.ts";
import { sizeOf } from "../graph.ts";
import {
  axisOf,
  checkBroadcast,
  checkVector,
  fail,
  float,
  hasOutput,
  input,
  int,
  type Operand,
  type Operator,
  optional,
  type Site,
  shapeText,
} from "../operator.ts";
import { accumulate, convert, sumOf, sumType } from "./accumulate.ts";
import { loadAt } from "./elementwise.ts";

/** Before opset 13 everything from the axis on was one row; since then one axis is. */
function softmaxAxes(site: Site): readonly number[] {
  const rank = input(site, 0).shape.length;
  if (site.opset >= 13) return [axisOf(site, int(site, "axis", -1), rank)];
  const first = axisOf(site, int(site, "axis", 1), rank);
  return Array.from({ length: rank - first }, (_, i) => first + i);
}

function softmax(name: string, isLog: boolean): Operator {
  return {
    name,
    takes: ["float"],
    inputs: [1, 1],
    attributes: ["axis"],
    infer: (site) => {
      softmaxAxes(site);
      return [{ element: input(site, 0).element, shape: input(site, 0).shape }];
    },
    emit: (site, out) => {
      const { f } = out;
      const x = input(site, 0);
      const type = sumType(x.element);
      const axes = softmaxAxes(site);
      const extents = axes.map((axis) => x.shape[axis] ?? 1);
      const powers = isLog ? null : powersOf(site, out, sizeOf(extents));
      overRows(out, x.shape, axes, (at) => {
        const element = (row: readonly Expr[]): Expr => convert(out, out.load(x, at(row)), type);
        const most = accumulate(out, {
          extents,
          suffix: "max",
          start: f.least(type),
          step: (max, row) => f.max(max, element(row)),
        });
        const from = extents.length;
        const total = out.scalar("sum", type);
        const exponentials = out.nest({ extents, reduces: true, from }, (row): Stmt[] => {
          if (isLog) return [total.set(f.add(total.read, f.math("exp", f.sub(element(row), most.value))))];
          const power = out.scalar("exp", type);
          return [
            power.set(f.math("exp", f.sub(element(row), most.value))),
            powers?.store(at(row), convert(out, power.read, x.element)) ?? bug("no place for powers"),
            total.set(f.add(total.read, power.read)),
          ];
        });
        const last = out.nest({ extents, reduces: true, from: 2 * from }, (row) => {
          const value = isLog
            ? f.sub(f.sub(element(row), most.value), f.math("log", total.read))
            : f.div(convert(out, powers?.load(at(row)) ?? bug("no powers"), type), total.read);
          return [out.store(0, at(row), convert(out, value, x.element))];
        });
        return [...most.stmts, total.set(f.number(type, 0)), ...exponentials, ...last];
      });
    },
  };
}

interface Powers {
  readonly store: (index: readonly Expr[], value: Expr) => Stmt;
  readonly load: (index: readonly Expr[]) => Expr;
}

/**
 * Exponentials are kept, so that each is computed once: where the result will be, as a nest around all rows may write it twice.
 * Those of one row have an array of their own: its loops are nests, which become processes, and an array has one that writes it.
 */
function powersOf(site: Site, out: Emission, rowSize: number): Powers {
  const { element, shape } = input(site, 0);
  if (rowSize === 0 || sizeOf(shape) > rowSize)
    return {
      store: (index, value) => out.store(0, index, value),
      load: (index) => loadOutput(site, out, index),
    };
  const local = out.local("powers", { element, shape });
  return {
    store: (index, value) => out.storeLocal(local, index, value),
    load: (index) => out.load(local, index),
  };
}

/** What a store wrote before. */
function loadOutput(site: Site, out: Emission, index: readonly Expr[]): Expr {
  const { element } = input(site, 0);
  const stmt = out.store(0, index, out.f.number(element, 0));
  if (stmt.kind === "store" && stmt.target.kind === "load") return stmt.target;
  if (stmt.kind === "assign") return { kind: "var", name: stmt.target, type: element, span: stmt.span };
  return fail(site, "its result has no place");
}

/** A nest over the other axes; `at` makes an index from that of the row. */
function overRows(
  out: Emission,
  shape: readonly number[],
  axes: readonly number[],
  body: (at: (row: readonly Expr[]) => readonly Expr[], outer: readonly Expr[]) => readonly Stmt[],
): void {
  const others = shape.map((_, axis) => axis).filter((axis) => !axes.includes(axis));
  const names = others.map((axis) => `${out.name}.${axis}`);
  if (sizeOf(shape) === 0) return;
  out.push(
    out.nest({ extents: others.map((axis) => shape[axis] ?? 1), names }, (outer) =>
      body(
        (row) =>
          shape.map((_, axis) => {
            const place = axes.indexOf(axis);
            return (place < 0 ? outer[others.indexOf(axis)] : row[place]) ?? out.f.whole(0);
          }),
        outer,
      ),
    ),
  );
}

/** (x - mean) / sqrt(variance + epsilon) along some axes, in two passes; then what the caller makes of it. */
function emitNormalised(
  out: Emission,
  options: {
    readonly x: Operand;
    readonly axes: readonly number[];
    readonly epsilon: number;
    readonly type: ScalarType;
    readonly scaled: (value: Expr, index: readonly Expr[]) => Expr;
    readonly after?: (mean: Expr, inverse: Expr, outer: readonly Expr[]) => readonly Stmt[];
  },
): void {
  const { f } = out;
  const { x, axes, epsilon, type, scaled, after } = options;
  const extents = axes.map((axis) => x.shape[axis] ?? 1);
  const count = f.number(type, sizeOf(extents));
  overRows(out, x.shape, axes, (at, outer) => {
    const element = (row: readonly Expr[]): Expr => convert(out, out.load(x, at(row)), type);
    const sum = sumOf(out, type, extents, element, { suffix: "sum" });
    const mean = out.scalar("mean", type);
    const squares = sumOf(
      out,
      type,
      extents,
      (row) => {
        const difference = f.sub(element(row), mean.read);
        return f.mul(difference, difference);
      },
      { suffix: "squares", from: extents.length },
    );
    const inverse = out.scalar("inverse", type);
    const last = out.nest({ extents, reduces: true, from: 2 * extents.length }, (row) => {
      const normal = f.mul(f.sub(element(row), mean.read), inverse.read);
      return [out.store(0, at(row), convert(out, scaled(normal, at(row)), x.element))];
    });
    const root = f.math("sqrt", f.add(f.div(squares.value, count), f.number(type, epsilon)));
    return [
      ...sum.stmts,
      mean.set(f.div(sum.value, count)),
      ...squares.stmts,
      inverse.set(f.div(f.number(type, 1), root)),
      ...last,
      ...(after?.(mean.read, inverse.read, outer) ?? []),
    ];
  });
}

const layerNormalization: Operator = {
  name: "LayerNormalization",
  takes: ["float"],
  isUniform: true,
  inputs: [2, 3],
  outputs: 3,
  attributes: ["axis", "epsilon", "stash_type"],
  infer: (site) => {
    const x = input(site, 0);
    const first = axisOf(site, int(site, "axis", -1), x.shape.length);
    const rows = x.shape.map((extent, axis) => (axis < first ? extent : 1));
    for (const place of [1, 2]) checkBroadcast(site, optional(site, place), x.shape);
    const statistics = { element: sumType(x.element), shape: rows };
    return [{ element: x.element, shape: x.shape }, statistics, statistics];
  },
  emit: (site, out) => {
    const { f } = out;
    const [x, scale, bias] = [input(site, 0), input(site, 1), optional(site, 2)];
    const first = axisOf(site, int(site, "axis", -1), x.shape.length);
    const type = sumType(x.element);
    const axes = x.shape.map((_, axis) => axis).slice(first);
    emitNormalised(out, {
      ...{ x, axes, type },
      epsilon: float(site, "epsilon", 1e-5),
      scaled: (value, index) => {
        const product = f.mul(value, convert(out, loadAt(out, scale, index), type));
        return bias === null ? product : f.add(product, convert(out, loadAt(out, bias, index), type));
      },
      after: (mean, inverse, outer) => {
        const place = x.shape.map((_, axis) => outer[axis] ?? f.whole(0));
        return [mean, inverse].flatMap((value, i) =>
          hasOutput(site, i + 1) ? [out.store(i + 1, place, value)] : [],
        );
      },
    });
  },
};

const instanceNormalization: Operator = {
  name: "InstanceNormalization",
  takes: ["float"],
  isUniform: true,
  inputs: [3, 3],
  attributes: ["epsilon"],
  infer: (site) => {
    const x = input(site, 0);
    if (x.shape.length < 3) fail(site, `an input ${shapeText(x.shape)} without spatial axes`);
    for (const place of [1, 2]) checkVector(site, input(site, place), x.shape[1] ?? 1);
    return [{ element: x.element, shape: x.shape }];
  },
  emit: (site, out) => {
    const { f } = out;
    const [x, scale, bias] = [input(site, 0), input(site, 1), input(site, 2)];
    const type = sumType(x.element);
    emitNormalised(out, {
      ...{ x, type },
      axes: x.shape.map((_, axis) => axis).slice(2),
      epsilon: float(site, "epsilon", 1e-5),
      scaled: (value, [, channel = f.whole(0)]) =>
        f.add(
          f.mul(value, convert(out, out.load(scale, [channel]), type)),
          convert(out, out.load(bias, [channel]), type),
        ),
    });
  },
};

/** y = factor x + offset of each channel, computed in double and rounded once. Null where a statistic is not known. */
export function batchFactors(
  site: Site,
): { readonly factor: readonly number[]; readonly offset: readonly number[] } | null {
  const constants = [1, 2, 3, 4].map((place) => {
    const operand = input(site, place);
    return operand.isArgument ? null : operand.constant;
  });
  const [scale, bias, mean, variance] = constants;
  if (!scale || !bias || !mean || !variance) return null;
  const epsilon = float(site, "epsilon", 1e-5);
  const at = (nd: NDArray, i: number): number => Number(get(nd, i));
  const factor = Array.from(
    { length: scale.data.length },
    (_, i) => at(scale, i) / Math.sqrt(at(variance, i) + epsilon),
  );
  return { factor, offset: factor.map((by, i) => at(bias, i) - at(mean, i) * by) };
}

/** Floats of a type, rounded to it. */
export function floats(
  values: readonly number[],
  shape: readonly number[],
  element: ScalarType,
  round: (value: number) => number,
): NDArray {
  const nd = allocate(array(element, shape));
  for (const [i, value] of values.entries()) set(nd, i, round(value));
  return nd;
}

const batchNormalization: Operator = {
  name: "BatchNormalization",
  takes: ["float"],
  inputs: [5, 5],
  outputs: 5,
  attributes: ["epsilon", "momentum", "spatial", "training_mode"],
  infer: (site) => {
    const x = input(site, 0);
    const isTraining =
      int(site, "training_mode", 0) !== 0 || [1, 2, 3, 4].some((place) => hasOutput(site, place));
    if (isTraining) fail(site, "it trains: its statistics change", "export the model for inference");
    if (int(site, "spatial", 1) === 0) fail(site, "spatial = 0 is not supported");
    for (const place of [1, 2, 3, 4]) checkVector(site, input(site, place), x.shape[1] ?? 1);
    return [{ element: x.element, shape: x.shape }];
  },
  emit: (site, out) => {
    const { f } = out;
    const x = input(site, 0);
    const type = sumType(x.element);
    const known = batchFactors(site);
    const round = (value: number): number => {
      const expr = f.number(type, value);
      return expr.kind === "const" ? Number(expr.value) : value;
    };
    const channels = [x.shape[1] ?? 1];
    const tables =
      known === null
        ? null
        : {
            factor: out.table("factor", floats(known.factor, channels, type, round)),
            offset: out.table("offset", floats(known.offset, channels, type, round)),
          };
    out.push(
      out.nest({ extents: x.shape }, (index) => {
        const channel = index[1] ?? f.whole(0);
        const element = convert(out, out.load(x, index), type);
        const parameter = (place: number): Expr =>
          convert(out, out.load(input(site, place), [channel]), type);
        if (tables !== null) {
          const value = f.add(
            f.mul(element, out.load(tables.factor, [channel])),
            out.load(tables.offset, [channel]),
          );
          return [out.store(0, index, convert(out, value, x.element))];
        }
        const root = f.math("sqrt", f.add(parameter(4), f.number(type, float(site, "epsilon", 1e-5))));
        const normal = f.div(f.sub(element, parameter(3)), root);
        const value = f.add(f.mul(normal, parameter(1)), parameter(2));
        return [out.store(0, index, convert(out, value, x.element))];
      }),
    );
  },
};

export const normaliseOperators: readonly Operator[] = [
  softmax("Softmax", false),
  softmax("LogSoftmax", true),
  layerNormalization,
  instanceNormalization,
  batchNormalization,
];
