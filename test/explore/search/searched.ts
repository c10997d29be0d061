/** A search of a space whose evaluations cost nothing. */
import { methodNamed } from "../../../src/explore/search/methods/index.ts";
import { type Evaluate, type Found, type SearchSetting, search } from "../../../src/explore/search/search.ts";
import type { Synthetic } from "./synthetic.ts";

export function settingOf(
  { problem }: Synthetic,
  method: string,
  more: Partial<SearchSetting> = {},
): SearchSetting {
  const evaluations = more.evaluations ?? 30;
  return {
    method: methodNamed(method, problem.space, evaluations, problem.limits),
    seed: 1,
    batch: 8,
    workers: 1,
    ...more,
    evaluations,
  };
}

export const evaluated =
  (synthetic: Synthetic): Evaluate =>
  async (point) =>
    synthetic.evaluate(point);

export function searched(
  synthetic: Synthetic,
  method: string,
  more: Partial<SearchSetting> = {},
): Promise<Found> {
  return search(synthetic.problem, settingOf(synthetic, method, more), evaluated(synthetic));
}
