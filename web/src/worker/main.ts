/**
 * A worker of the page: takes a request, answers it part by part. The page ends it when nobody wants the answer any more. A search
 * starts workers of the same script, whose first message makes evaluators of them.
 */
import type { Outcome } from "../../../src/explore/search/outcome.ts";
import type { Point } from "../../../src/explore/search/space.ts";
import type { FromWorker, SearchWork, ToEvaluator, ToWorker } from "../protocol.ts";
import type { WorkerLike } from "../worker_like.ts";
import { answer } from "./answer.ts";
import { evaluatorFor } from "./search.ts";

interface WorkerScope {
  readonly location: { readonly href: string };
  postMessage(message: FromWorker | Outcome): void;
  onmessage: ((event: { readonly data: ToWorker | ToEvaluator }) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = ({ data }) => {
  if ("request" in data) answering(data);
  else if (data.kind === "work") evaluating(data.work);
};

async function answering({ id, request }: ToWorker): Promise<void> {
  await answer(request, (part) => scope.postMessage({ id, part }), startEvaluator);
  scope.postMessage({ id, done: true });
}

/** The same script once more. It ends when this worker does. */
function startEvaluator(): WorkerLike<ToEvaluator> {
  return new Worker(scope.location.href, { type: "module" });
}

/** What goes wrong is an error of this worker, which its starter is told. */
function evaluating(work: SearchWork): void {
  let evaluate: ((point: Point) => Outcome) | null = null;
  scope.onmessage = ({ data }) => {
    if (!("kind" in data) || data.kind !== "point") return;
    evaluate ??= evaluatorFor(work);
    scope.postMessage(evaluate(data.point));
  };
}
