import { expect, test } from "vitest";
import { boards, findBoard } from "../../src/device/board.ts";
import { parts } from "../../src/device/part.ts";
import { problemsOf } from "../../src/device/schema.ts";

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

test.each(boards.map((board) => [board.name, board] as const))("the data of %s are right", (_, board) => {
  expect(problemsOf(board)).toEqual([]);
  expect(board.part.luts).toBeGreaterThan(board.part.dsps);
});

test("wrong data are told", () => {
  const [icebreaker] = boards.filter(({ name }) => name === "icebreaker");
  if (icebreaker?.host !== "serial") throw new Error("no board");
  const wrong = {
    ...{ ...icebreaker, name: "ice breaker", clockMHz: 0, baud: 4_000_000, loader: "" },
    ...{ pins: { clock: "35", rx: "6", tx: "6" }, part: parts["lfe5u-25f-6bg381c"] },
  };
  expect(problemsOf(wrong)).toEqual([
    "its name is of small letters, numbers, - and _",
    "its clock is from 1 to 1000 MHz",
    "clock, rx and tx are pins of their own",
    "a bit has four cycles of the oscillator or more",
    "its flow builds for its part",
    "openFPGALoader knows it by a word",
  ]);
});

test("boards of one kind differ by their part alone", () => {
  const all = boards.filter(({ name }) => name.startsWith("ulx3s-"));
  expect(all.map(({ name }) => name)).toEqual(["ulx3s-12f", "ulx3s-25f", "ulx3s-45f", "ulx3s-85f"]);
  expect(new Set(all.map((one) => one.host === "serial" && JSON.stringify(one.pins))).size).toBe(1);
});

test("no two boards have one name", () => {
  expect(new Set(boards.map(({ name }) => name)).size).toBe(boards.length);
});
