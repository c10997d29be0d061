/** `lutra search FILE`: schedules of a kernel. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { builtCompiler } from "../python/package.ts";
import { lutra, write } from "./lutra.ts";

const source = `from pylog import *
import numpy as np

@pylog
def dots(a: "int16[8,12]", b: "int16[12]", c: "int32[8]"):
    for i in range(8):
        s = np.int32(0)
        for k in range(12):
            s += np.int32(a[i, k]) * np.int32(b[k])
        c[i] = s
`;

interface Facts {
  readonly trace: readonly number[];
  readonly best: { readonly cycles: number };
  readonly front: readonly { readonly objectives: { readonly cycles: number }; readonly schedule: string }[];
}

async function searched(...words: readonly string[]): Promise<Facts> {
  const { status, out, err } = await lutra("search", ...words, "--json");
  expect(status, err).toBe(0);
  return JSON.parse(out) as Facts;
}

describe("a kernel", () => {
  it("gets a better schedule than Lutra's own, in files that build takes, with the cycles that were told", () =>
    inDirectory(async (directory) => {
      const file = write(directory, "k.py", source);
      const output = join(directory, "found");
      const { trace, best, front } = await searched(file, "--budget", "12", "--workers", "1", "-o", output);
      expect(best.cycles).toBeLessThan(trace[0] ?? 0);
      expect(readdirSync(join(output, "front"))).toEqual(["1.schedule"]);
      expect(readFileSync(join(output, "front", "1.schedule"), "utf8")).toBe(front[0]?.schedule);
      const ran = await lutra(
        "run",
        file,
        "--on",
        "verilog",
        "--schedule",
        join(output, "front", "1.schedule"),
        "--json",
      );
      expect(ran.status, ran.err).toBe(0);
      expect(JSON.parse(ran.out)).toMatchObject({ hardware: { cycles: best.cycles } });
    }));

  it("is placed where open tools can: other families are refused before anything is searched", () =>
    inDirectory(async (directory) => {
      const { status, err } = await lutra(
        "search",
        write(directory, "k.py", source),
        "--place",
        "--part",
        "xcup",
        "--budget",
        "1",
      );
      expect(status).toBe(1);
      expect(err).toBe(
        "error: --place: there is no place and route for the family xcup\nhelp: it is for --part ice40, ice40up, ecp5, gw1n and xc7\n",
      );
    }));

  it("gives the same with any number of workers", () =>
    inDirectory((directory) => {
      const file = write(directory, "k.py", source);
      const program = join(builtCompiler(), "bin", "lutra.js");
      const found = ["1", "3"].map((workers) => {
        const words = [
          program,
          "search",
          file,
          "--budget",
          "14",
          "--batch",
          "6",
          "--workers",
          workers,
          "--json",
        ];
        const { milliseconds: _, ...facts } = JSON.parse(
          spawnSync(process.execPath, words, { encoding: "utf8" }).stdout,
        ) as Record<string, unknown>;
        return facts;
      });
      expect(found[1]).toEqual(found[0]);
    }));

  it("shows its space, which a person may change", () =>
    inDirectory(async (directory) => {
      const file = write(directory, "k.py", source);
      const space = JSON.parse((await lutra("search", file, "--space")).out) as { knobs: { name: string }[] };
      const knobs = space.knobs.filter(({ name }) => name === "start" || name === "copies k");
      expect(knobs).toMatchObject([
        { name: "start" },
        { name: "copies k", values: [1, 2, 3, 4, 5, 6, 7, 8, 10, 12] },
      ]);
      const mine = [...knobs, { name: "mine", values: ["partition b dim=0 cyclic 3", "-"] }];
      const path = join(directory, "space.json");
      writeFileSync(path, JSON.stringify({ knobs: mine, fix: { start: "-", "copies k": 6 } }));
      const { front } = await searched(file, "--space", path, "--budget", "9", "--workers", "1");
      expect(front.map(({ schedule }) => schedule)).toContain(
        "partition b dim=0 cyclic 3\nunroll k 6\npipeline k\n",
      );
    }));

  it("is searched within what a person allows", () =>
    inDirectory(async (directory) => {
      const file = write(directory, "k.py", source);
      const { status, err } = await lutra(
        "search",
        file,
        "--within",
        "luts=1",
        "--budget",
        "3",
        "--workers",
        "1",
      );
      expect(status).toBe(1);
      expect(err).toMatch(/^error: none of 3 evaluations was feasible: \d+ luts, and 1 are there/);
    }));

  it("is told to a command as a schedule", () =>
    inDirectory(async (directory) => {
      const file = write(directory, "k.py", source);
      const count = "import sys; print('{\"steps\": %d}' % len(open(sys.argv[1]).readlines()))";
      const program = write(directory, "count.py", count);
      const words = ["--evaluate", `python3 ${program} {schedule}`, "--objective", "steps", "--budget", "4"];
      const { front } = await searched(file, ...words, "--workers", "2");
      expect(front[0]).toMatchObject({ objectives: { steps: 1 }, schedule: "pipeline k\n" });
    }));
});

describe("what is wrong", () => {
  it.each([
    { words: ["--within", "luts"], message: "--within luts: expected NAME=NUMBER" },
    {
      words: ["--within", "cycles=5%"],
      message: "--within cycles=5%: a part has no cycles to take a share of",
    },
    { words: ["--objective", "speed"], message: "--objective: there is no speed" },
    { words: ["--knobs", "a"], message: "--knobs says nothing beside a kernel" },
    { words: ["--part", "moon"], message: "--part moon" },
    { words: ["--objective", "cycles,cycles"], message: "--objective: cycles is named twice" },
    { words: ["--within", "luts=1,luts=2"], message: "--within: luts is named twice" },
    { words: ["--timeout", "3s"], message: "--timeout says nothing beside a kernel without --evaluate" },
  ])("$words", ({ words, message }) =>
    inDirectory(async (directory) => {
      const { status, err } = await lutra("search", write(directory, "k.py", source), ...words);
      expect(status).not.toBe(0);
      expect(err).toContain(`error: ${message}`);
      expect(err.trim().split("\n").length).toBeLessThan(4);
    }),
  );

  it.each([
    { knob: { name: "copies k", values: [-1] }, message: "copies k: -1 is no whole number from 1 on" },
    { knob: { name: "level k", values: [9] }, message: "level k: 9 is no whole number from 0 to 1" },
    { knob: { name: "tile zz", values: [1, 2] }, message: "tile zz: there is no loop zz" },
    { knob: { name: "mine", values: ["pipelin k"] }, message: "mine: " },
  ])("a space with $knob", ({ knob, message }) =>
    inDirectory(async (directory) => {
      const space = write(directory, "space.json", JSON.stringify({ knobs: [knob] }));
      const { status, err } = await lutra("search", write(directory, "k.py", source), "--space", space);
      expect(status).not.toBe(0);
      expect(err).toContain(`error: ${space}: ${message}`);
    }),
  );

  it("a space in which everything is forbidden", () =>
    inDirectory(async (directory) => {
      const rules = { knobs: [{ name: "level k", values: [0] }], forbid: [{ "level k": 0 }] };
      const space = write(directory, "space.json", JSON.stringify(rules));
      const { status, err } = await lutra("search", write(directory, "k.py", source), "--space", space);
      expect(status).toBe(1);
      expect(err).toContain("error: every point of the space is forbidden");
    }));
});
