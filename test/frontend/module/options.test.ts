/** Options of a kernel that the module computes. */
import { expect, it } from "vitest";
import { compilePython } from "../../../src/frontend/python/index.ts";

it("have the value of the moment the kernel is defined", () => {
  const text = `from pylog import *
CLOCK = 100
BOARD = "zedboard"
@pylog(freq=CLOCK * 2, board=BOARD, path=somewhere)
def k(a: "int32[4]"):
    return a * 2
CLOCK = 1
`;
  const { program } = compilePython({ path: "k.py", text }, { args: new Map() });
  expect(program?.options).toEqual({ freq: 200, board: "zedboard" });
});
