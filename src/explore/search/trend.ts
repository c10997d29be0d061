/**
 * A linear trend by ridge regression. Over logarithms it is a power law, as the time of a design mostly is of its unroll
 * factors; unlike a forest it goes on beyond the points that are known. Fitted to several samples drawn with replacement
 * (bagging), so that its slopes are as uncertain as the points leave them.
 */
import { below, type Random } from "../../types/random.ts";
import type { Features, KnobColumns } from "./features.ts";
import { columnCount, type Sample } from "./forest.ts";
import type { Point } from "./space.ts";

/** A weight for every plain column, then a constant. */
export type Trend = Float64Array;

export function fitTrends(sample: Sample, count: number, random: Random): readonly Trend[] {
  const rows = sample.targets.length;
  const centre = columnMeans(sample);
  return Array.from({ length: count }, () => {
    const chosen = Int32Array.from({ length: rows }, () => below(rows, random));
    return fitTrend(sample, chosen, centre);
  });
}

export function trendAt(trend: Trend, rows: Float64Array, offset: number): number {
  const columns = trend.length - 1;
  let sum = trend[columns] as number;
  for (let i = 0; i < columns; i++) sum += (trend[i] as number) * (rows[offset + i] as number);
  return sum;
}

/** What several trends say of a point, from tables of what each value of a knob adds. */
export function tabulated({ knobs }: Features, trends: readonly Trend[]): (point: Point) => Float64Array {
  const count = trends.length;
  const constants = Float64Array.from(trends, (trend) => trend.at(-1) ?? 0);
  const added = knobs.map((knob) => {
    const values = knob.values.length / Math.max(1, knob.count);
    return Float64Array.from({ length: values * count }, (_, at) =>
      addedBy(trends[at % count] as Trend, knob, Math.floor(at / count)),
    );
  });
  return (point) => {
    const told = constants.slice();
    for (let knob = 0; knob < added.length; knob++) {
      const table = added[knob] as Float64Array;
      if (table.length === 0) continue; // it has one value
      const from = (point[knob] as number) * count;
      for (let trend = 0; trend < count; trend++)
        told[trend] = (told[trend] as number) + (table[from + trend] as number);
    }
    return told;
  };
}

function addedBy(trend: Trend, { first, count, values }: KnobColumns, value: number): number {
  let sum = 0;
  for (let column = 0; column < count; column++)
    sum += (trend[first + column] as number) * (values[value * count + column] as number);
  return sum;
}

export function meanTrend(trends: readonly Trend[]): Trend {
  const length = trends[0]?.length ?? 0;
  return Float64Array.from({ length }, (_, i) => {
    let sum = 0;
    for (const trend of trends) sum += trend[i] as number;
    return sum / trends.length;
  });
}

function columnMeans({ rows, width, plain: groups, targets }: Sample): Float64Array {
  const plain = columnCount(groups);
  const means = new Float64Array(plain);
  for (let row = 0; row < targets.length; row++) {
    for (let i = 0; i < plain; i++) means[i] = (means[i] as number) + (rows[row * width + i] as number);
  }
  return means.map((sum) => sum / targets.length);
}

/** One unit in a square of a doubling of a knob: as strong as one point a doubling away from the mean. */
const ridge = 1;

/** Solves (X'X + ridge) w = X'y over centred columns; the constant is not shrunk. */
function fitTrend({ rows, width, targets }: Sample, chosen: Int32Array, centre: Float64Array): Trend {
  const plain = centre.length;
  const level = chosen.reduce((sum, row) => sum + (targets[row] as number), 0) / chosen.length;
  const side = plain + 1; // and the right hand side
  const system = new Float64Array(plain * side);
  const x = new Float64Array(side);
  for (const row of chosen) {
    for (let i = 0; i < plain; i++) x[i] = (rows[row * width + i] as number) - (centre[i] as number);
    x[plain] = (targets[row] as number) - level;
    for (let i = 0; i < plain; i++) {
      const xi = x[i] as number;
      for (let j = i; j < side; j++)
        system[i * side + j] = (system[i * side + j] as number) + xi * (x[j] as number);
    }
  }
  for (let i = 0; i < plain; i++) {
    system[i * side + i] = (system[i * side + i] as number) + ridge;
    for (let j = 0; j < i; j++) system[i * side + j] = system[j * side + i] as number;
  }
  const trend = new Float64Array(plain + 1);
  trend.set(solve(system, plain));
  let constant = level;
  for (let i = 0; i < plain; i++) constant -= (trend[i] as number) * (centre[i] as number);
  trend[plain] = constant;
  return trend;
}

/** Gaussian elimination; no pivots are needed, for the matrix is positive definite. */
function solve(system: Float64Array, count: number): Float64Array {
  const side = count + 1;
  for (let pivot = 0; pivot < count; pivot++) {
    const head = system[pivot * side + pivot] as number;
    for (let row = pivot + 1; row < count; row++) {
      const factor = (system[row * side + pivot] as number) / head;
      if (factor === 0) continue;
      for (let j = pivot; j < side; j++) {
        system[row * side + j] =
          (system[row * side + j] as number) - factor * (system[pivot * side + j] as number);
      }
    }
  }
  const solution = new Float64Array(count);
  for (let row = count - 1; row >= 0; row--) {
    let sum = system[row * side + count] as number;
    for (let j = row + 1; j < count; j++) sum -= (system[row * side + j] as number) * (solution[j] as number);
    solution[row] = sum / (system[row * side + row] as number);
  }
  return solution;
}
