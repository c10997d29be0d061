import { describe, expect, test } from "vitest";
import { boards, findBoard } from "../../src/device/board.ts";

test("a board is found however its name is spelt", () => {
  const names = ["pynq-z2", "PYNQ_Z2", "pynqz2", "aws_f1", "alveo_u250", "U250", "pynq"];
  const found = names.map((name) => {
    const choice = findBoard(name);
    return choice.ok ? choice.board.name : choice.message;
  });
  expect(found).toEqual(["pynq-z2", "pynq-z2", "pynq-z2", "aws_f1", "alveo_u250", "alveo_u250", "pynq-z1"]);
});

test("a wrong board gets the closest name and the list", () => {
  expect(findBoard("zedbord")).toEqual({
    ok: false,
    message: "there is no board zedbord",
    help: `did you mean zedboard? the boards are ${boards.map(({ name }) => name).join(", ")}`,
  });
});

describe.each(boards.map((board) => [board.name, board] as const))("%s", (_, board) => {
  test("has a part, a clock, and what its host needs", () => {
    expect(board.part.luts).toBeGreaterThan(board.part.dsps);
    expect(board.clockMHz).toBeGreaterThan(0);
    switch (board.host) {
      case "zynq":
        expect(board.boardPart).toMatch(/^[\w.]+:[\w-]+:part0:\d+\.\d+$/);
        break;
      case "card":
        expect(board.memories.length).toBeGreaterThan(0);
        break;
      case "serial": {
        const { clock, rx, tx } = board.pins;
        expect(new Set([clock, rx, tx]).size).toBe(3);
        for (const pin of [clock, rx, tx]) expect(pin).toMatch(/^([A-Z]{1,2})?\d{1,2}$/);
        expect(board.oscillatorMHz * 1e6).toBeGreaterThanOrEqual(4 * board.baud); // a bit has four cycles and more
        expect(board.part.family).toMatch(board.flow.tool === "icestorm" ? /^ice40/ : /^ecp5$/);
      }
    }
  });
});

test("no two boards have one name", () => {
  expect(new Set(boards.map(({ name }) => name)).size).toBe(boards.length);
});
