/** What a kernel in TypeScript is written with: methods of its builder, and of its values and tensors. */
import { kernel, Place, Tensor, Term } from "../../../src/frontend/dsl/index.ts";

export function wordsOfDsl(): Readonly<Record<"builder" | "value", readonly string[]>> {
  let builder: readonly string[] = [];
  kernel("words", {}, (_, h) => {
    builder = Object.keys(h);
  });
  const methods = [Term, Place, Tensor].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype));
  const value = [...new Set(methods)].filter((name) => /^[a-z]/.test(name) && name !== "constructor");
  return { builder, value };
}
