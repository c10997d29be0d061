/** What a call from Python costs, in copies, memory and time beside the kernel's own. */
import { it } from "vitest";
import { pythonAvailable } from "./package.ts";
import { expectUnittest } from "./unittest.ts";

it.skipIf(!pythonAvailable())("test_costs.py", { timeout: 120_000 }, () => {
  expectUnittest("test_costs.py");
});
