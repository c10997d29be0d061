/** Every builtin, called on several types: NumPy = the interpreter = NumPy on the printed program. */
import { afterAll, describe, expect, test } from "vitest";
import { findNumpy } from "../../numpy/server.ts";
import { expressionsOf, groups } from "./cases.ts";
import { failures } from "./check.ts";

const numpy = await findNumpy();
afterAll(() => numpy?.close());

describe.skipIf(numpy === null)("builtins", () => {
  for (const group of groups) {
    test(group.title, { timeout: 120_000 }, async () => {
      if (numpy === null) return;
      const found: string[] = [];
      for (const expression of expressionsOf(group))
        found.push(...(await failures(numpy, group, expression)));
      expect(found).toEqual([]);
    });
  }
});
