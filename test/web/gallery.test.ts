/** The examples of the gallery, through the same requests that the page makes. */
import { describe, expect, it } from "vitest";
import { examples } from "../../web/src/gallery/examples.ts";
import { subjectOfExample } from "../../web/src/gallery/gallery.ts";
import type { Part } from "../../web/src/protocol.ts";
import { answer } from "../../web/src/worker/answer.ts";
import { writtenOf } from "./written.ts";

it("there are at least fifteen, each with a name of its own and a sentence", () => {
  expect(examples.length).toBeGreaterThanOrEqual(15);
  expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length);
  for (const { sentence } of examples) expect(sentence).toMatch(/^[A-Z].{20,140}[.]$/);
});

describe.each(examples)("$title", (example) => {
  it("becomes a circuit under its schedule, without a remark", async () => {
    const parts: Part[] = [];
    const own = subjectOfExample(example);
    const subject =
      example.language === "typescript" ? { ...own, written: await writtenOf(example.id) } : own;
    for (const kind of ["analyse", "code"] as const)
      await answer({ kind, subject }, (part) => parts.push(part));
    const remarks = parts.flatMap((part) => ("marks" in part ? part.marks : []));
    expect(remarks).toEqual([]);
    expect(parts.map(({ kind }) => kind)).toEqual([
      ...["source", "schedule", "loops", "circuit", "timeline", "code", "code"],
    ]);
  });
});
