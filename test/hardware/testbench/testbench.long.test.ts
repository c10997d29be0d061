/** The project around a kernel, as its Makefile runs it in Verilator, which compiles for seconds. */
import { afterAll, expect, it } from "vitest";
import { scaleCycles } from "../../synthesis/kernels.ts";
import { verilatorAvailable } from "../verilator.ts";
import { make, project, removeProjects } from "./project.ts";

afterAll(removeProjects);

it.skipIf(!verilatorAvailable())("says PASS in Verilator", () => {
  const folder = project((index) => index - 5);
  expect(make(folder, "verilator").text).toContain(`cycles ${scaleCycles}\nPASS scale`);
});
