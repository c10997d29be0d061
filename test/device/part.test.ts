import { expect, test } from "vitest";
import { families } from "../../src/device/family.ts";
import { findPart, parts } from "../../src/device/part.ts";

test("a part is found by its name, the beginning of it, or its family", () => {
  const names = [
    "xc7z020clg400-1",
    "XC7Z020",
    "iCE40HX8K",
    "up5k",
    "ice40up5k",
    "lfe5u_85f",
    "ecp5",
    "xc7",
    "xcup",
  ];
  const found = names.map((name) => {
    const choice = findPart(name);
    return choice.ok ? choice.part.name : choice.message;
  });
  expect(found).toEqual([
    "xc7z020clg400-1",
    "xc7z020clg400-1",
    "ice40hx8k-ct256",
    "there is no part up5k",
    "ice40up5k-sg48",
    "lfe5u-85f-6bg381c",
    "lfe5u-85f-6bg381c",
    "xc7z020clg400-1",
    "xczu3eg-sbva484-1-e",
  ]);
});

test("a wrong part gets the closest name and the lists", () => {
  expect(findPart("ecp6")).toEqual({
    ok: false,
    message: "there is no part ecp6",
    help: `did you mean ecp5? the families are ${Object.keys(families).join(", ")}; the parts are ${Object.keys(parts).join(", ")}`,
  });
});

test("every part is of a family, and has DSPs where the family has", () => {
  for (const part of Object.values(parts)) {
    expect(part.dsps > 0).toBe(families[part.family].dsp !== null);
  }
});
