/**
 * One candidate of every part, so that what they cost together is least and what they use together is within limits: the
 * integer program by which PyLog combines the implementations of its operators (journal, section 4.4).
 *
 *     minimise    sum of cost[p][c] x[p][c]
 *     such that   sum over c of x[p][c] = 1                   for every part p
 *                 sum of uses[p][c][r] x[p][c] <= limit[r]    for every resource r
 */
export interface Candidate {
  readonly cost: number;
  readonly uses: readonly number[]; // of every resource; less than 0 where it takes less than what it is compared with
}

export interface Selection {
  readonly parts: readonly (readonly Candidate[])[];
  readonly limits: readonly number[]; // of every resource
}

/** For every part the index of its candidate. */
export type Choice = readonly number[];

/** Null where no choice is within the limits, or all such are excluded. */
export type Solve = (selection: Selection, excluded: readonly Choice[]) => Choice | null;

export function costOf({ parts }: Selection, choice: Choice): number {
  return choice.reduce((sum, candidate, part) => sum + (parts[part]?.[candidate]?.cost ?? 0), 0);
}

export function isWithin({ parts, limits }: Selection, choice: Choice): boolean {
  return limits.every((limit, resource) => {
    const used = choice.reduce((sum, candidate, part) => {
      return sum + (parts[part]?.[candidate]?.uses[resource] ?? 0);
    }, 0);
    return used <= limit;
  });
}

/** The integer program as text in CPLEX's LP format. A choice that is excluded may not be made whole. */
export function programText({ parts, limits }: Selection, excluded: readonly Choice[]): string {
  const variables = parts.map((candidates, part) => candidates.map((_, index) => variable(part, index)));
  const all = parts.flatMap((candidates, part) =>
    candidates.map((candidate, index) => ({ ...candidate, name: variable(part, index) })),
  );
  const scaled = (terms: readonly number[], limit: number): string => {
    const scale = Math.max(1e-9, ...terms.map(Math.abs)); // rows of one size: tolerances are absolute
    return `${sumText(terms.map((term, at) => [term / scale, all[at]?.name ?? ""]))} <= ${limit / scale}`;
  };
  const rows = [
    ...variables.map((names) => `${names.join(" + ")} = 1`),
    ...limits.flatMap((limit, resource) =>
      Number.isFinite(limit)
        ? [
            scaled(
              all.map(({ uses }) => uses[resource] ?? 0),
              limit,
            ),
          ]
        : [],
    ),
    ...excluded.map(
      (choice) =>
        `${choice.map((candidate, part) => variable(part, candidate)).join(" + ")} <= ${choice.length - 1}`,
    ),
  ];
  return [
    "Minimize",
    ` obj: ${sumText(all.map(({ cost, name }) => [cost, name]))}`,
    "Subject To",
    ...rows.map((row, index) => ` r${index}: ${row}`),
    "Binary",
    ...variables.map((names) => ` ${names.join(" ")}`),
    "End",
    "",
  ].join("\n");
}

export function variable(part: number, candidate: number): string {
  return `x_${part}_${candidate}`;
}

/** Every variable is named, also those without a coefficient: a sum of none is no sum to a reader of LP files. */
function sumText(terms: readonly (readonly [factor: number, name: string])[]): string {
  return terms.map(([factor, name]) => `${factor < 0 ? "-" : "+"} ${Math.abs(factor)} ${name}`).join(" ");
}
