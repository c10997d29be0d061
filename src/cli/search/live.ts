/** The line that a person watches: the best so far, evaluations, how many a second, the time left. */
import type { Recorded } from "../../explore/search/search.ts";
import type { Terminal } from "../terminal.ts";
import { type Budget, clockText } from "./budget.ts";
import { numberText } from "./numbers.ts";

export interface Live {
  readonly evaluated: (recorded: Recorded) => void;
  readonly clear: () => void;
}

const drawEveryMs = 200;

/** `before`: evaluations of an earlier run. */
export function liveLine(
  terminal: Terminal,
  objectives: readonly string[],
  budget: Budget,
  before: readonly Recorded[],
): Live {
  const started = performance.now();
  const best = objectives.map(() => Number.POSITIVE_INFINITY);
  let [count, own, feasible] = [0, 0, 0];
  const see = ({ outcome, isSame }: Recorded): void => {
    if (isSame) return;
    count++;
    if (outcome.kind === "infeasible") return;
    feasible++;
    for (const [index, value] of outcome.objectives.entries()) {
      best[index] = Math.min(best[index] ?? value, value);
    }
  };
  before.forEach(see);
  if (!terminal.interactive) return { evaluated: () => {}, clear: () => {} };
  const draw = (): void => {
    const elapsed = performance.now() - started;
    const rate = (own * 1000) / Math.max(1, elapsed);
    const left = Number.isFinite(budget.milliseconds)
      ? budget.milliseconds - elapsed
      : ((budget.evaluations - count) / rate) * 1000;
    const shown = objectives.map(
      (name, index) => `${name} ${feasible === 0 ? "none yet" : numberText(best[index] ?? 0)}`,
    );
    const of = Number.isFinite(budget.evaluations) ? ` of ${budget.evaluations}` : "";
    const time = Number.isFinite(left) ? `  ${clockText(left)} left` : "";
    terminal.err(
      `\r  best ${shown.join(", ")}  ${count}${of} evaluated, ${feasible} feasible  ${numberText(rate)}/s${time}\x1b[K`,
    );
  };
  const timer = setInterval(draw, drawEveryMs).unref();
  return {
    evaluated: (recorded) => {
      see(recorded);
      if (!recorded.isSame) own++;
    },
    clear: () => {
      clearInterval(timer);
      terminal.err("\r\x1b[K");
    },
  };
}
