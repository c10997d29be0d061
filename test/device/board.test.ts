import { expect, test } from "vitest";
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

test("every Zynq board has a board part, every card a platform and memories", () => {
  for (const board of boards) {
    if (board.host === "zynq") expect(board.boardPart).toMatch(/^[\w.]+:[\w-]+:part0:\d+\.\d+$/);
    else expect(board.memories.length).toBeGreaterThan(0);
    expect(board.part.luts).toBeGreaterThan(board.part.dsps);
  }
});
