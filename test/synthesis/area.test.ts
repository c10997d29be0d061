import { expect, it } from "vitest";
import { areaOf, printAreas } from "../../src/synthesis/report/area.ts";

it("LUTs that are memories or shift registers count by what they take", () => {
  const area = areaOf({ LUT2: 3, LUT6: 4, INV: 1, RAM32M: 2, RAM64X1D: 1, SRL16E: 5, MUXF7: 2, CARRY4: 1 });
  expect(area).toMatchObject({ lut: 8 + 8 + 2 + 5, memoryLut: 15, mux: 2, carry: 1, ff: 0, other: [] });
});

it("block RAMs count in the family's unit", () => {
  expect(areaOf({ RAMB36E2: 2, RAMB18E2: 1 }).bram).toBe(2.5);
  expect(areaOf({ DP16KD: 3 }).bram).toBe(3);
  expect(areaOf({ SB_RAM40_4K: 4, SB_DFFE: 2, SB_DFFESR: 1, SB_MAC16: 1 })).toMatchObject({
    ...{ bram: 4, ff: 3, dsp: 1 },
  });
});

it("cells that nobody knows are told", () => {
  expect(areaOf({ MYSTERY: 2, LUT1: 1 })).toMatchObject({ lut: 1, other: ["MYSTERY"] });
});

it("prints a table of what there is", () => {
  const rows = [
    { name: "add", area: areaOf({ LUT3: 12, FDRE: 7 }) },
    { name: "multiply", area: areaOf({ LUT6: 103, CARRY4: 9, DSP48E2: 2 }) },
  ];
  expect(printAreas(rows)).toBe(
    [
      "          LUT  carry  FF  DSP  block RAM",
      "add        12      0   7    0          0",
      "multiply  103      9   0    2          0",
      "",
    ].join("\n"),
  );
});
