/**
 * Evaluations of a search in workers that the searching one starts, as many as go on at the same time; they end with it. One that
 * fails is replaced and its point given to another; a point that ends two of them has no circuit, as on the command line.
 */
import type { Outcome } from "../../../src/explore/search/outcome.ts";
import type { Point } from "../../../src/explore/search/space.ts";
import type { SearchWork, ToEvaluator } from "../protocol.ts";
import type { WorkerLike } from "../worker_like.ts";

export interface Crew {
  evaluate(point: Point): Promise<Outcome>;
  close(): void;
}

/** Starts what runs `evaluating` of main.ts. */
export type StartEvaluator = () => WorkerLike<ToEvaluator>;

export function crewOf(start: StartEvaluator, work: SearchWork): Crew {
  const idle: WorkerLike<ToEvaluator>[] = [];
  const all = new Set<WorkerLike<ToEvaluator>>();
  const begin = (): WorkerLike<ToEvaluator> => {
    const worker = start();
    all.add(worker);
    worker.postMessage({ kind: "work", work });
    return worker;
  };
  const evaluate = async (point: Point): Promise<Outcome> => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const worker = idle.pop() ?? begin();
      const outcome = await ask(worker, point);
      if (outcome !== null) {
        idle.push(worker);
        return outcome;
      }
      worker.terminate();
      all.delete(worker);
    }
    return { kind: "infeasible", reason: "the evaluation ended its worker, twice" };
  };
  const close = (): void => {
    for (const worker of all) worker.terminate();
  };
  return { evaluate, close };
}

/** Null: it has ended. */
function ask(worker: WorkerLike<ToEvaluator>, point: Point): Promise<Outcome | null> {
  return new Promise((resolve) => {
    worker.onerror = () => resolve(null);
    worker.onmessage = ({ data }: { readonly data: Outcome }) => resolve(data);
    worker.postMessage({ kind: "point", point });
  });
}
