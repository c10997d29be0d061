/** How good outputs are: classes against labels, numbers against what was expected. */

export interface Accuracy {
  readonly kind: "accuracy";
  readonly samples: number;
  readonly right: number;
  readonly wrong: readonly Mistake[];
  readonly unclear: number; // samples, all of them wrong, of whose outputs one is NaN
}

export interface Mistake {
  readonly sample: number;
  readonly label: number;
  readonly chosen: number; // NaN: no class
}

/**
 * The class of a sample is where its outputs are largest, the first of several; a single whole number is the class itself. Where one of
 * them is NaN, nothing is largest.
 */
export function accuracyOf(outputs: readonly Float64Array[], labels: ArrayLike<number | bigint>): Accuracy {
  const wrong = outputs.flatMap((row, sample): Mistake[] => {
    const label = Number(labels[sample]);
    const chosen = classOf(row);
    return chosen === label ? [] : [{ sample, label, chosen }];
  });
  const unclear = wrong.filter(({ chosen }) => Number.isNaN(chosen)).length;
  return { kind: "accuracy", samples: outputs.length, right: outputs.length - wrong.length, wrong, unclear };
}

export function classOf(row: Float64Array): number {
  if (row.some(Number.isNaN)) return NaN;
  if (row.length === 1) return row[0] ?? 0;
  let best = 0;
  for (let i = 1; i < row.length; i++) if ((row[i] ?? 0) > (row[best] ?? 0)) best = i;
  return best;
}

/** Distances of samples from what was expected: the root of the sum of squares over a sample's outputs. */
export interface Errors {
  readonly kind: "errors";
  readonly samples: number;
  readonly mean: number;
  readonly median: number;
  readonly largest: number;
  readonly worst: number; // the sample with the largest
}

export function errorsOf(outputs: readonly Float64Array[], expected: ArrayLike<number | bigint>): Errors {
  const distances = outputs.map((row, sample) => {
    const squares = row.reduce(
      (sum, one, i) => sum + (one - Number(expected[sample * row.length + i])) ** 2,
      0,
    );
    return Math.sqrt(squares);
  });
  const sorted = [...distances].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1
      ? sorted[Math.floor(middle)]
      : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  const largest = distances.reduce((most, one) => (one > most || Number.isNaN(one) ? one : most), 0);
  return {
    kind: "errors",
    samples: outputs.length,
    mean: distances.reduce((sum, one) => sum + one, 0) / distances.length,
    median: median ?? 0,
    largest,
    worst: distances.findIndex((one) => Object.is(one, largest)),
  };
}
