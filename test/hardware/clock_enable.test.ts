/** A circuit whose clock enable falls now and then: memories and streams around it are on the plain clock, and nothing is other than before. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withClockEnable } from "../../src/hardware/clock_enable.ts";
import type { KernelInterface } from "../../src/hardware/interface.ts";
import {
  design,
  drive,
  finish,
  input,
  instance,
  output,
  register,
  startModule,
} from "../../src/hardware/netlist/build.ts";
import { add, and, bit, concat, mux, not, or, slice, xor } from "../../src/hardware/netlist/expressions.ts";
import type { Design } from "../../src/hardware/netlist/nodes.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { synthesize } from "../../src/synthesis/index.ts";
import { uint64 } from "../../src/types/types.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "../cli/lutra.ts";
import { circuitSample, corpusKernel, forms } from "../synthesis/corpus-circuits.ts";
import { callsOf, target } from "../synthesis/kernel-run.ts";
import { icarusAvailable } from "./icarus.ts";

/** The kernel with an enable of its own that a shift register makes; it also returns the cycles that counted. */
function paused(
  kernel: Design,
  ports: KernelInterface,
  seed: number,
): { design: Design; interface: KernelInterface } {
  const { design: stopping, interface: own } = withClockEnable(kernel, ports);
  const b = startModule("paused");
  const port = own.clockEnable ?? "";
  const inputs = stopping.top.inputs.filter(({ name }) => name !== port);
  const given = inputs.map(({ name, width }) => [name, input(b, name, width)] as const);
  const state = register(b, "noise", 16, { initial: seed, reset: true }); // x^16 + x^15 + x^13 + x^4 + 1
  const fed = xor(
    b,
    xor(b, bit(b, state, 15), bit(b, state, 14)),
    xor(b, bit(b, state, 12), bit(b, state, 3)),
  );
  drive(b, state, concat(b, slice(b, state, 0, 15), fed));
  const enable = bit(b, state, 5);
  const outputs = instance(b, "kernel", stopping.top, { ...Object.fromEntries(given), [port]: enable });
  for (const [name, value] of Object.entries(outputs)) output(b, name, value);
  const of = (name: string) => outputs[name] ?? state;
  const [ready, done] = [of("ready"), of("done")];
  const begins = and(b, given.find(([name]) => name === "start")?.[1] ?? state, ready);
  const running = register(b, "running", 1, { reset: true });
  drive(b, running, or(b, begins, and(b, running, not(b, done))));
  const counted = register(b, "counted", 64);
  const counts = and(b, enable, and(b, running, not(b, done)));
  drive(b, counted, mux(b, begins, 1, add(b, counted, 1)), { enable: or(b, begins, counts) });
  output(b, "enabled_cycles", counted);
  const results = [...ports.results, { kind: "scalar", port: "enabled_cycles", type: uint64 } as const];
  return { design: design(finish(b)), interface: { ...ports, results } };
}

async function compare(
  loops: Loops,
  args: Parameters<typeof callsOf>[1][number],
  sim: "lutra" | "icarus" = "lutra",
) {
  const made = synthesize(loops, { target });
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  const plain = await callsOf(made, [args, args]);
  for (const seed of [1, 0xbeef]) {
    const stopped = await callsOf(
      { ...made, ...paused(made.design, made.interface, seed) },
      [args, args],
      sim,
    );
    for (const [nth, { left, cycles }] of stopped.entries()) {
      const before = plain[nth];
      expect(left.args).toEqual(before?.left.args);
      expect(left.results.slice(0, -1)).toEqual(before?.left.results);
      expect(Number(left.results.at(-1))).toBe(before?.cycles);
      expect(cycles).toBeGreaterThan(1.2 * (before?.cycles ?? 0) - 8); // it really stood still
    }
  }
}

describe("a clock enable that falls now and then", () => {
  it.each(forms.flatMap((form) => circuitSample(form, 8).map((path) => ({ form, path }))))(
    "changes nothing of $path, $form",
    async ({ form, path }) => {
      const { loops, args } = corpusKernel(path, form);
      await compare(loops, args);
    },
  );
});

const streaming = `from pylog import *

@pylog
def sums(a: "int32[40]", b: "int32[40]", c: "int32[40]"):
    total = 0
    for i in range(40):
        total += a[i] * b[i]
        c[i] = total
    return total
`;

const searching = `from pylog import *

@pylog
def steps(a: "uint16[16]", c: "int32[16]"):
    for i in range(16):
        x = int(a[i]) + 1
        n = 0
        while x != 1 and n < 50:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
            n += 1
        c[i] = n
`;

describe.runIf(icarusAvailable())("lutra build --clock-enable, in Icarus Verilog", () => {
  const made = (folder: string, args: string): string =>
    spawnSync("make", ["icarus", `ARGS=${args}`], { cwd: folder, encoding: "utf8" }).stdout;
  const cyclesIn = (text: string): string | undefined => /^cycles (\d+)$/m.exec(text)?.[1];

  it.each([
    { name: "memories", source: streaming, steps: "pipeline i\n" },
    { name: "streams", source: streaming, steps: "pipeline i\nstream a\nstream c\n" },
    { name: "data that decide", source: searching, steps: "" },
  ])("takes the cycles and gives the results that it does without, with $name", ({ source, steps }) =>
    inDirectory(async (directory) => {
      const folder = join(directory, "out");
      const schedule = write(directory, "steps.schedule", steps);
      const path = write(directory, "kernel.py", source);
      const words = ["--to", "verilog", "--schedule", schedule, "--clock-enable", "-o", folder];
      expect(await lutra("build", path, ...words)).toMatchObject({ status: 0 });
      const [plain, ...paused] = ["", "+pauses=7", "+pauses=12345"].map((args) => made(folder, args));
      for (const text of [plain ?? "", ...paused]) expect(text).toContain("PASS");
      for (const text of paused) expect(cyclesIn(text)).toBe(cyclesIn(plain ?? ""));
    }),
  );

  it("stops processes and what passes between them", () =>
    inDirectory(async (directory) => {
      const folder = join(directory, "out");
      const words = [
        "--to",
        "verilog",
        "--schedule",
        "examples/edges.schedule",
        "--clock-enable",
        "-o",
        folder,
      ];
      expect(await lutra("build", "examples/edges.py", ...words)).toMatchObject({ status: 0 });
      const [plain, paused] = ["", "+pauses=7"].map((args) => made(folder, args));
      expect(paused).toContain("PASS");
      expect(cyclesIn(paused ?? "")).toBe(cyclesIn(plain ?? ""));
    }));
});

it("--clock-enable is for --to verilog", async () => {
  const { status, err } = await lutra("build", "examples/popcount.py", "--to", "axi", "--clock-enable");
  expect({ status, err }).toEqual({ status: 1, err: "error: --clock-enable has no effect on --to axi\n" });
});

it("says what the clock enable is called where an argument has its name", () =>
  inDirectory(async (directory) => {
    const source = `from pylog import *

@pylog
def kernel(ce: "int16", out: "int32[4]"):
    for i in range(4):
        out[i] = ce + i
`;
    const path = write(directory, "kernel.py", source);
    const { out } = await lutra(
      "build",
      path,
      "--to",
      "verilog",
      "--clock-enable",
      "-o",
      join(directory, "out"),
    );
    expect(out).toContain("the clock enable is `ce_1`: `ce` is an argument");
  }));
