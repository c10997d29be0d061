/** A kernel of the corpus as a circuit keeps what was promised, or is refused as it should be. */
import { expect } from "vitest";
import { corpusKernel, type Form, refusalAt } from "./corpus-circuits.ts";
import { verdict } from "./promise.ts";

export async function keepsPromise(path: string, form: Form): Promise<void> {
  const { loops, args } = corpusKernel(path, form);
  const judged = await verdict(loops, args);
  const code = refusalAt(path, form);
  expect(judged).toMatchObject(code === null ? { kind: "kept" } : { kind: "refused", code });
}
