/** What a search says to a queue, and what is believed of what comes from there. */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { KernelJob } from "../../src/cli/search/job.ts";
import { readOutcome } from "../../src/cli/search/outcome_json.ts";
import { parseAddress } from "../../src/cli/search/queue/address.ts";
import { queuedProblem, readProblem } from "../../src/cli/search/queue/problem.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import { lutra } from "./lutra.ts";

describe("an address", () => {
  it.each([
    ["redis://h", { shown: "redis://h:6379", host: "h", port: 6379, tls: false, password: null }],
    [
      "rediss://u:p%40@h:1/2",
      { shown: "rediss://h:1/2", tls: true, username: "u", password: "p@", database: 2 },
    ],
    ["redis://:x@[::1]:7", { shown: "redis://[::1]:7", host: "::1", username: null, password: "x" }],
  ])("%s", (text, expected) => expect(parseAddress(text)).toMatchObject(expected));

  it.each([
    ["queue", "no address of a Redis server"],
    ["http://:secret@h", "begins with redis:// or rediss://, not with http://"],
    ["redis://:secret@h/a", "the number of a database"],
    ["redis://:secret@h?tls=1", "options are not understood"],
    ["redis://:secret%@h", "write %25"],
  ])("%s is refused, without its password", (text, says) => {
    expect(() => parseAddress(text)).toThrow(says);
    expect(() => parseAddress(text)).not.toThrow("secret");
  });
});

const auto = parseSchedule("pipeline i\n");
const job: KernelJob = {
  contents: { kind: "python", path: "k.py", name: null, text: "def f(): pass" },
  options: { arg: ["a=int8"], part: "ecp5" },
  space: { knobs: [{ name: "copies i", kind: "ordered", values: [1, 2] }], forbidden: [] },
  auto: auto.ok ? auto.schedule : [],
  objectives: ["cycles", "luts"],
};

describe("a problem", () => {
  it("is the same after the queue, also with the bytes of a network", () => {
    const network: KernelJob = {
      ...job,
      contents: {
        ...{ kind: "network", path: "n.onnx", name: null, bytes: Uint8Array.of(0, 255) },
        beside: new Map([["w.bin", Uint8Array.of(7)]]),
      },
    };
    for (const one of [job, network]) expect(readProblem(queuedProblem(one))).toEqual(one);
  });

  it("is refused where it is none", () => {
    const json = JSON.parse(queuedProblem(job).text) as Readonly<Record<string, unknown>>;
    const read = (text: string) => readProblem({ id: createHash("sha256").update(text).digest("hex"), text });
    const changed = (change: object) => read(JSON.stringify({ ...json, ...change }));
    expect(() => read("{")).toThrow("it is no JSON");
    expect(() => changed({ kernel: { kind: "module", path: "/tmp/x.ts", name: null } })).toThrow(
      "no kernel that a worker takes",
    );
    expect(() => changed({ kernel: 1 })).toThrow("kernel is no object");
    expect(() => changed({ options: { arg: [1] } })).toThrow("arg is no text");
    expect(() => changed({ space: { knobs: [] } })).toThrow("`knobs` is missing or empty");
    expect(() => changed({ auto: "explode i" })).toThrow("what the queue holds is no problem of a search");
    expect(() => readProblem({ ...queuedProblem(job), id: "0".repeat(64) })).toThrow(
      "not what its name says",
    );
  });

  it("a kernel in TypeScript is a program, and does not go there", () => {
    const contents = { kind: "module", path: "k.ts", name: null } as const;
    expect(() => queuedProblem({ ...job, contents })).toThrow("workers of a queue run none");
  });
});

it("an answer has the numbers that were asked for, or a reason", () => {
  const problem = { objectives: ["cycles"], limits: [5] };
  expect(readOutcome({ objectives: [3], uses: [1] }, problem)).not.toBeNull();
  expect(readOutcome({ reason: "too large" }, problem)).toEqual({ kind: "infeasible", reason: "too large" });
  for (const wrong of [{}, { objectives: [3, 4] }, { objectives: ["3"] }, { objectives: [3], uses: [] }])
    expect(readOutcome(wrong, problem)).toBeNull();
});

it.each([
  [["k.py", "--evaluate", "x"], "--evaluate is a program, and workers of a queue run none"],
  [["k.py", "--workers", "2"], "--workers says nothing beside --queue"],
  [["--table", "t.csv", "--knobs", "a", "--objective", "b"], "--queue says nothing beside --table"],
])("search --queue with %j is refused in a line", async (words, says) => {
  const { status, err } = await lutra("search", "--queue", "redis://h", ...words);
  expect(err).toContain(says);
  expect(status).toBe(1);
});
