/** Every builtin, called on the types of a group: NumPy = the interpreter = NumPy on the printed program. */
import { afterAll, describe, expect, test } from "vitest";
import { findNumpy } from "../../numpy/server.ts";
import { expressionsOf, type Group } from "./cases.ts";
import { failures } from "./check.ts";

/** Groups that `npm test` takes. */
export const groupsADay = 9;

export async function callBuiltins(groups: readonly Group[]): Promise<void> {
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
}
