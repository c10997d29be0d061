/** A worker of the page: takes a request, answers it part by part. The page ends it when nobody wants the answer any more. */
import type { FromWorker, ToWorker } from "../protocol.ts";
import { answer } from "./answer.ts";

interface WorkerScope {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { readonly data: ToWorker }) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;

scope.onmessage = async ({ data: { id, request } }) => {
  await answer(request, (part) => scope.postMessage({ id, part }));
  scope.postMessage({ id, done: true });
};
