/** Numbers that a person gives to a search or a worker. */
import { availableParallelism } from "node:os";
import { Failure } from "../../diagnostics/failure.ts";

export function parseCount(option: string, text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 1024) return count;
  throw new Failure(`${option} ${text}: expected a whole number from 1 to 1024`);
}

/** Evaluations at the same time: as many as processors where not said. */
export function parseWorkers(text: string | undefined): number {
  return text === undefined ? availableParallelism() : parseCount("--workers", text);
}
