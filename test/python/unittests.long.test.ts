/** Tests of the package, written in Python, that take their time. */
import { describe, it } from "vitest";
import { pythonAvailable } from "./package.ts";
import { expectUnittest, longOnes } from "./unittest.ts";

describe.skipIf(!pythonAvailable())("the pylog package", () => {
  it.each(longOnes)("%s", { timeout: 120_000 }, expectUnittest);
});
