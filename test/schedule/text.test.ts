/** Schedules as text and as JSON: what goes out comes back, and mistakes are named with their place. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderAll } from "../../src/diagnostics/render.ts";
import { scheduleFromJson, scheduleToJson } from "../../src/schedule/json.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import type { ArgValue, ParamSpec, Primitive } from "../../src/schedule/primitive.ts";
import { primitives } from "../../src/schedule/primitives/index.ts";
import { printSchedule } from "../../src/schedule/print.ts";
import type { Schedule, Step } from "../../src/schedule/schedule.ts";

const name = fc.oneof(
  fc.constantFrom(
    "i",
    "i.outer",
    "out.0",
    "out.r0",
    "x_1",
    "7",
    "a b",
    'q"t',
    "#",
    "a=b",
    "a,b",
    "é",
    "\\",
    "\n",
  ),
  fc.string({ minLength: 1 }),
);

function argumentFor(param: ParamSpec): fc.Arbitrary<ArgValue> {
  const number = fc.integer({ min: param.min ?? 0, max: 2 ** 40 });
  const least = param.least ?? 1;
  switch (param.kind) {
    case "integer":
      return number;
    case "integers":
      return fc.array(number, { minLength: least, maxLength: least + 2 });
    case "steps":
      return fc.oneof(
        number,
        fc.tuple(name, number).map(([loop, count]) => `${loop}:${count}`),
      );
    case "word":
      return fc.constantFrom(...(param.words ?? []));
    case "type":
      return fc.constantFrom(
        "int8",
        "fixed<16,6>",
        "ufixed<8,3,nearest_even,saturate>",
        "float32[4,4]",
        "python int",
      );
    case "loops":
    case "arrays":
    case "storages":
      return fc.array(name, { minLength: least, maxLength: least + 2 });
    default:
      return name;
  }
}

function stepOf(primitive: Primitive): fc.Arbitrary<Step> {
  const args = Object.fromEntries(primitive.params.map((param) => [param.name, argumentFor(param)]));
  const requiredKeys = primitive.params.filter((param) => param.optional !== true).map((param) => param.name);
  return fc
    .record(args, { requiredKeys })
    .map((values) => ({ primitive: primitive.name, args: { ...values } as Step["args"] }));
}

const schedules: fc.Arbitrary<Schedule> = fc.array(fc.oneof(...primitives.map(stepOf)), { maxLength: 6 });

function parsed(text: string): Schedule {
  const result = parseSchedule(text);
  if (!result.ok) throw new Error(renderAll(result.source, result.diagnostics, { color: false }));
  return result.schedule;
}

function complaints(text: string): string {
  const result = parseSchedule({ path: "k.schedule", text });
  if (result.ok) throw new Error("nothing is wrong");
  return renderAll(result.source, result.diagnostics, { color: false });
}

describe("text", () => {
  it("reads what it writes", () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        expect(parsed(printSchedule(schedule))).toEqual(schedule);
      }),
    );
  });

  it("never throws, whatever the text", () => {
    fc.assert(fc.property(fc.string(), (text) => void parseSchedule(text)));
    const word = fc.constantFrom(
      "split",
      "tile",
      "reorder",
      "i",
      "4",
      "=",
      "loop=",
      '"',
      ",",
      "#",
      "\n",
      "\\",
      "a=b",
    );
    fc.assert(fc.property(fc.array(word), (words) => void parseSchedule(words.join(" "))));
  });

  it("has one primitive a line, comments, and values by name", () => {
    const text =
      '# tiles\nsplit i 8   # rows\n\n\tsplit factor=4 loop="out.0" inner=lane\nreorder a "b c" d.0\r\n';
    expect(parsed(text)).toEqual([
      { primitive: "split", args: { loop: "i", factor: 8 } },
      { primitive: "split", args: { loop: "out.0", factor: 4, inner: "lane" } },
      { primitive: "reorder", args: { loops: ["a", "b c", "d.0"] } },
    ]);
  });

  it("knows the place of each step", () => {
    const result = parseSchedule("# first\n  split i 8 # rows\npipeline i.outer\n");
    if (!result.ok) throw new Error("refused");
    const texts = result.spans.map(({ from, to }) => result.source.text.slice(from, to));
    expect(texts).toEqual(["split i 8", "pipeline i.outer"]);
  });

  it("names every mistake with its place and a way out", () => {
    expect(
      complaints(
        'splt i 8\nsplit i\nsplit i 0\nsplit i 8 iner=x\npeel i 1 lst\npipeline i 1 or_more 2\nreorder "i\n=3',
      ),
    ).toMatchInlineSnapshot(`
      "error[unknown-primitive]: there is no primitive \`splt\`
       --> k.schedule:1:1
        |
      1 | splt i 8
        | ^^^^
        = help: did you mean \`split\`?

      error[schedule-argument]: \`split\` needs a whole number of 1 or more as \`factor\`
       --> k.schedule:2:1
        |
      2 | split i
        | ^^^^^^^
        = help: write \`split LOOP FACTOR [outer=NAME] [inner=NAME]\`

      error[schedule-argument]: \`split\` needs a whole number of 1 or more as \`factor\`, not \`0\`
       --> k.schedule:3:1
        |
      3 | split i 0
        | ^^^^^^^^^
        = help: write \`split LOOP FACTOR [outer=NAME] [inner=NAME]\`

      error[schedule-argument]: \`split\` has no parameter \`iner\`
       --> k.schedule:4:11
        |
      4 | split i 8 iner=x
        |           ^^^^^^
        = help: did you mean \`inner\`?

      error[schedule-argument]: \`peel\` needs one of \`first\`, \`last\` as \`side\`, not \`lst\`
       --> k.schedule:5:1
        |
      5 | peel i 1 lst
        | ^^^^^^^^^^^^
        = help: did you mean \`last\`?

      error[schedule-argument]: \`pipeline\` takes no further value \`2\`
       --> k.schedule:6:22
        |
      6 | pipeline i 1 or_more 2
        |                      ^
        = help: write \`pipeline LOOP [II] [or_more]\`

      error[schedule-syntax]: the quote is never closed
       --> k.schedule:7:9
        |
      7 | reorder "i
        |         ^^
        = help: a schedule has one primitive a line, such as \`split i 8\`; names with other signs stand in double quotes

      error[schedule-syntax]: nothing before \`=\` names a parameter
       --> k.schedule:8:1
        |
      8 | =3
        | ^
        = help: a schedule has one primitive a line, such as \`split i 8\`; names with other signs stand in double quotes

      8 errors
      "
    `);
  });

  it("a count of steps may name its loop, and nothing else", () => {
    expect(parsed("systolic i rows=i simd=k:4 size=2")).toEqual([
      { primitive: "systolic", args: { nest: "i", rows: "i", simd: "k:4", size: [2] } },
    ]);
    for (const wrong of ["k", "k:", ":4", "k:0", "0", "k:x"])
      expect(complaints(`systolic i rows=i simd=${wrong}`)).toContain("a loop and such a number");
  });

  it("says of every primitive how it is written", () => {
    expect(primitives.map((one) => one.syntax)).toMatchInlineSnapshot(`
      [
        "split LOOP FACTOR [outer=NAME] [inner=NAME]",
        "fuse OUTER INNER [name=NAME]",
        "reorder LOOP...",
        "tile OUTER INNER ROWS COLUMNS",
        "compute_at PRODUCER AT",
        "unroll LOOP [FACTOR]",
        "parallel LOOP",
        "pipeline LOOP [II] [or_more]",
        "flatten [LOOP] [ii=N]",
        "peel LOOP COUNT [first|last]",
        "fuse_loops FIRST SECOND",
        "distribute LOOP AFTER",
        "reassociate LOOP FACTOR [turns]",
        "partition ARRAY dim=N complete|cyclic|block [FACTOR]",
        "reshape ARRAY dim=N FACTOR",
        "memmap NAME vertical|horizontal ARRAY...",
        "reuse_at ARRAY LOOP [name=NAME]",
        "stencil NEST [unroll=N] [steps=N]",
        "systolic NEST rows=LOOP [columns=LOOP] [simd=[LOOP:]N] [size=N,...] [group=N,...]",
        "buffer ARRAY [name=NAME]",
        "privatize STORAGE LOOP [name=NAME]",
        "quantize TARGET... to=TYPE",
        "fixed_point",
        "downsize TARGET... to=TYPE",
        "inline REGION",
        "outline LOOP NAME",
        "fuse_kernels FIRST SECOND [name=NAME]",
        "dataflow",
        "task_parallel",
        "stream ARRAY [depth=N]",
        "limit OPERATOR COUNT",
        "tune TARGET [p_i=N] [p_o=N] [p_m=N] [q_o=N] [pipelined|sequential]",
      ]
    `);
  });
});

describe("JSON", () => {
  it("reads what it writes", () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        expect(scheduleFromJson(scheduleToJson(schedule))).toEqual({ ok: true, schedule });
      }),
    );
  });

  it("refuses what is no schedule", () => {
    const said = (json: unknown): string => {
      const result = scheduleFromJson(json);
      return result.ok ? "nothing" : `${result.step}: ${result.refusal.message}`;
    };
    expect(said("[")).toBe("null: a schedule in JSON is a list of steps");
    expect(said([{ primitive: "split" }])).toBe('0: a step is { "primitive": "...", "args": { ... } }');
    expect(said([{ primitive: "splot", args: {} }])).toBe("0: there is no primitive `splot`");
    expect(said([{ primitive: "split", args: { loop: "i", factor: "8" } }])).toBe(
      "0: `split` needs a whole number of 1 or more as `factor`, not `8`",
    );
    expect(said([{ primitive: "split", args: { loop: ["i"], factor: 8 } }])).toBe(
      "0: `split` needs a loop, not `i`",
    );
  });
});
