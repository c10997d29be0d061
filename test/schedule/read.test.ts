/** A schedule file: text, JSON, or what a command has printed with --json. */
import { expect, test } from "vitest";
import { readSchedule } from "../../src/schedule/read.ts";

const steps = [
  { primitive: "split", args: { loop: "i", factor: 8 } },
  { primitive: "pipeline", args: { loop: "i.outer" } },
];

function read(text: string) {
  const found = readSchedule({ path: "fast.json", text });
  if (found.ok) return found.schedule;
  return found.diagnostics.map(({ message, span }) => [message, text.slice(span.from, span.to)]);
}

test.each([
  ["text", "split i 8\npipeline i.outer\n"],
  ["text with a mark of its encoding", "\uFEFFsplit i 8\r\npipeline i.outer\r\n"],
  ["a list of steps", JSON.stringify(steps)],
  ["a list of lines", ' ["split i 8", "pipeline i.outer"]'],
  ["both", JSON.stringify(["split i 8", steps[1]])],
  [
    "what report --json prints",
    JSON.stringify({ ok: true, schedule: ["split i 8", "pipeline i.outer"], loops: [] }),
  ],
  [
    "what build --to schedule --json prints",
    JSON.stringify({ to: "schedule", text: "split i 8\npipeline i.outer\n" }),
  ],
])("%s", (_, text) => {
  expect(read(text)).toEqual(steps);
});

test.each([
  ['["split i 8", "spilt i 8"]', "there is no primitive `spilt`", '"spilt i 8"'],
  [
    '[{"primitive": "split", "args": {"loop": "i", "factr": 8}}]',
    "`split` has no parameter `factr`",
    '"split"',
  ],
  ['[{"primitive": "constructor", "args": {}}]', "there is no primitive `constructor`", '"constructor"'],
  ["[3]", 'a step is { "primitive": "...", "args": { ... } }', "["],
  ["{}", 'a schedule in JSON is a list of steps, or an object that has one as its "schedule"', "{"],
  ["[1, 2", "this begins like JSON, and is none", "["],
])("%s is refused where it is wrong", (text, message, at) => {
  expect(read(text)).toEqual([[message, at]]);
});
