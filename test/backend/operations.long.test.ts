/** Every operation on values at the edges of types, in the dialects of C: the types that are not today's. */
import { expect, it } from "vitest";
import { ofOtherDays } from "../corpus/day.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { dialects } from "./c-dialects.ts";
import { typesOfDialect, wrongOperationsOn } from "./c-operations.ts";

const timeout = 7_200_000;

it.skipIf(!gppAvailable())("Vitis C++", { timeout }, async () => {
  expect(await wrongOperationsOn(ofOtherDays(typesOfDialect.vitis, 1), dialects.vitis)).toBe("");
});

it("Merlin C", { timeout }, async () => {
  expect(await wrongOperationsOn(ofOtherDays(typesOfDialect.merlin, 2), dialects.merlin)).toBe("");
});

it("OpenCL", { timeout }, async () => {
  expect(await wrongOperationsOn(ofOtherDays(typesOfDialect.opencl, 1), dialects.opencl)).toBe("");
});
