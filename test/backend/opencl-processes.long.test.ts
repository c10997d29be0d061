/**
 * Kernels under `dataflow` and `task_parallel` as OpenCL: a kernel and a queue for each process, events where one waits for
 * another, and copies of what is stale alone.
 *
 *     LUTRA_PROGRAMS=300 LUTRA_SEED=7 npx vitest run test/backend/opencl-processes.long.test.ts      so many random kernels
 */
import { describe, expect, it, test } from "vitest";
import { cutOf } from "../../src/backend/opencl/cut.ts";
import { generateOpencl, type OpenclFiles } from "../../src/backend/opencl/index.ts";
import type { Loops } from "../../src/loops/nodes.ts";
import { apply } from "../../src/schedule/schedule.ts";
import { int32 } from "../../src/types/types.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "../cli/lutra.ts";
import { endings } from "../cli/verify-kernels.ts";
import { writtenLoops } from "../synthesis/written.ts";
import { type Case, trouble } from "./c-cases.ts";
import { randomCases, scheduledWithoutNetworks } from "./c-samples.ts";
import { expectGolden } from "./merlin-kernels.ts";
import { runHostWith, runOnDevice } from "./opencl-run.ts";
import { type Args, filled } from "./wasm-build.ts";

const n = 32;
const some = filled(
  int32,
  [n],
  Array.from({ length: n }, (_, k) => (k * 7919) % 101),
);
const zeros = filled(int32, [n], []);

const chain = `
def chain(a: "int32[32]", c: "int32[32]"):
    t = np.zeros(32, dtype=np.int32)
    for i in range(32):
        t[i] = a[i] * 3
    for j in range(32):
        c[j] = t[31 - j] + 1
`;

const diamond = `
def diamond(a: "int32[32]", b: "int32[32]"):
    t = np.zeros(32, dtype=np.int32)
    u = np.zeros(32, dtype=np.int32)
    v = np.zeros(32, dtype=np.int32)
    for i in range(32):
        t[i] = a[i] * 2
    for j in range(32):
        u[j] = t[31 - j] + 1
    for k in range(32):
        v[k] = t[k] * 3
    for l in range(32):
        b[l] = u[l] - v[l]
`;

const broadcast = `
def broadcast(a: "int32[32]", b: "int32[32]", c: "int32[32]"):
    t = np.zeros(32, dtype=np.int32)
    for i in range(32):
        t[i] = a[i] * 3
    for j in range(32):
        b[j] = t[j] + 1
    for k in range(32):
        c[k] = t[31 - k] - 1
`;

const independent = `
def independent(a: "int32[32]", b: "int32[32]", c: "int32[32]", d: "int32[32]"):
    for i in range(32):
        b[i] = a[i] * 3
    for j in range(32):
        d[j] = d[j] + c[j]
`;

const scalars = `
def scalars(a: "int32[32]", b: "int32[32]", f: "float32"):
    s = 0
    for i in range(32):
        s = s + int(a[i])
    peak = np.int32(0)
    for j in range(32):
        peak = max(peak, a[j])
    for k in range(32):
        b[k] = a[k] * peak + np.int32(s % 1000)
    return s, peak, f
`;

const division = `
def division(a: "int32[32]", b: "int32[32]", c: "int32[32]"):
    s = 0
    for i in range(32):
        s = s + 100 // int(a[i])
    for j in range(32):
        b[j] = a[j] + np.int32(s % 7)
    for k in range(32):
        c[k] = b[int(a[k])]
`;

function caseOf(source: string, steps: string, args: Args): Case {
  return { name: `${source.trim().split("\n")[0]} ${steps}`, loops: writtenLoops(source, steps), args };
}

function filesOf(loops: Loops): OpenclFiles {
  const made = generateOpencl(loops);
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join("; "));
  return made;
}

describe("what is written", () => {
  it("a kernel for each process, and a host that queues them", () => {
    const made = filesOf(writtenLoops(diamond, "dataflow"));
    const text = made.files.get(made.source) ?? "";
    expectGolden("opencl/processes/diamond.cl", text);
    expectGolden("opencl/processes/diamond_host.c", made.files.get(made.host) ?? "");
    expect(made.lineMap.length).toBe(text.split("\n").length - 1);
    expect(made.diagnostics).toEqual([]);
  });

  it("one kernel where there are no processes, with the host that it had", () => {
    const made = filesOf(writtenLoops(diamond));
    expect(made.files.get(made.source)?.match(/__kernel/g)).toHaveLength(1);
    expect(made.files.get(made.host)).not.toContain("process");
  });

  it("streams are buffers, and that is said", () => {
    const { diagnostics } = filesOf(writtenLoops(chain.replace("31 - j", "j"), "dataflow\nstream t"));
    expect(diagnostics.map(({ message }) => message)).toEqual([
      "in OpenCL `t` stays in memory: processes pass whole buffers, and events say when one is there",
    ]);
  });

  it("who needs nothing of another waits for nobody", () => {
    const waits = (source: string, steps: string): readonly string[] => {
      const made = filesOf(writtenLoops(source, steps));
      const host = made.files.get(made.host) ?? "";
      return [...host.matchAll(/after\(&host->processes\[(\d)\], &host->processes\[(\d)\]/g)].map(
        ([, second, first]) => `${second} for ${first}`,
      );
    };
    expect(waits(independent, "task_parallel")).toEqual([]);
    expect(waits(broadcast, "dataflow")).toEqual(["1 for 0", "2 for 0"]);
    expect(waits(diamond, "dataflow")).toEqual(["1 for 0", "2 for 0", "3 for 1", "3 for 2"]);
    expect(waits(scalars, "task_parallel")).toEqual(["2 for 0", "2 for 1"]);
  });
});

test("processes compute what the reference does", { timeout: 240_000 }, async () => {
  const two = { a: some, b: zeros };
  const three = { ...two, c: zeros };
  const noZero = filled(
    int32,
    [n],
    Array.from({ length: n }, (_, k) => (k % 31) + 1),
  );
  const cases = [
    caseOf(chain, "dataflow", { a: some, c: zeros }),
    caseOf(diamond, "dataflow\nunroll j 4", two),
    caseOf(scalars, "task_parallel", { ...two, f: 1.5 }),
    caseOf(independent, "task_parallel", { ...three, d: some }),
    caseOf(division, "task_parallel", { ...three, a: noZero }),
  ];
  const ran = await runOnDevice(cases);
  expect(ran.flatMap((one, k) => trouble(one, cases[k] as Case) ?? []).join("\n")).toBe("");
  expect(ran.map(({ kind }) => kind)).toEqual(cases.map(() => "left"));
});

test("verify walks them", { timeout: 120_000 }, () =>
  inDirectory(async (directory) => {
    const path = write(
      directory,
      "broadcast.py",
      `import numpy as np\nfrom pylog import *\n\n@pylog${broadcast}`,
    );
    const schedule = write(directory, "broadcast.schedule", "dataflow\n");
    const words = ["--schedule", schedule, "--roads", "opencl", "--json"];
    const { status, out } = await lutra("verify", path, ...words);
    expect(status).toBe(0);
    expect(endings(out)).toMatchObject({ opencl: "same" });
  }),
);

describe("a fault", () => {
  it("of the process that comes first in the text is reported", { timeout: 120_000 }, async () => {
    const outside = filled(
      int32,
      [n],
      Array.from({ length: n }, (_, k) => (k === 20 ? 0 : 99)),
    );
    const one = caseOf(division, "task_parallel", { a: outside, b: zeros, c: zeros });
    const [ran] = await runOnDevice([one]);
    expect(trouble(ran as NonNullable<typeof ran>, one)).toBe(null);
    expect(ran).toMatchObject({ left: { fault: { code: "zero-division" } } });
  });

  it("keeps what follows from running on values that mean nothing", { timeout: 240_000 }, async () => {
    // Outside of `a` the device takes a[0], which is 0; and of 0 no halving makes 1.
    const halving = (from: string): string => `
def halving(a: "int32[4]", at: "int32[1]", b: "int32[1]"):
    x = 0
    for i in range(1):
        x = int(a[int(at[0])])
    for j in range(1):
        y = ${from}
        while y != 1:
            y = y // 2
        b[0] = y
    return x
`;
    const given = {
      a: filled(int32, [4], [0, 0, 0, 0]),
      at: filled(int32, [1], [9]),
      b: filled(int32, [1], [5]),
    };
    const cases = ["x", "int(a[1])"].map((from) => caseOf(halving(from), "task_parallel", given));
    const faults = (await runOnDevice(cases)).map((ran) =>
      ran.kind === "left" ? ran.left.fault?.code : ran,
    );
    expect(faults).toEqual(["index-out-of-range", "index-out-of-range"]);
  });
});

describe("a call", () => {
  const counts = 'printf("%lu %lu\\n", (unsigned long)host.cl.to_device, (unsigned long)host.cl.to_host);';

  it("copies what the host changed, and what it asks for", { timeout: 120_000 }, async () => {
    const made = filesOf(writtenLoops(independent, "task_parallel"));
    const sum = "((int32_t *)host.d_buffer.host)[3]";
    const said = await runHostWith(made, [
      "for (int i = 0; i < 32; i++) ((int32_t *)host.a_buffer.host)[i] = i;",
      "for (int i = 0; i < 32; i++) ((int32_t *)host.c_buffer.host)[i] = 10;",
      "lutra_cl_changed(&host.a_buffer); lutra_cl_changed(&host.c_buffer); lutra_cl_changed(&host.d_buffer);",
      "independent_host_call(&host);",
      `${counts} // a, c and d; b is written alone`,
      "independent_host_call(&host);",
      `${counts} // everything is there`,
      "for (int i = 0; i < 32; i++) ((int32_t *)host.c_buffer.host)[i] = 100;",
      "lutra_cl_changed(&host.c_buffer);",
      "independent_host_call(&host);",
      `${counts} // c`,
      "lutra_cl_fetch(&host.cl, &host.d_buffer); lutra_cl_fetch(&host.cl, &host.d_buffer);",
      `${counts} // d, once`,
      `printf("%d\\n", ${sum});`,
      "lutra_cl_fetch(&host.cl, &host.a_buffer);",
      `${counts} // a is what it was`,
      "independent_host_call(&host); lutra_cl_fetch(&host.cl, &host.d_buffer);",
      `${counts} // d was written again`,
      `printf("%d\\n", ${sum});`,
    ]);
    expect(said).toEqual(["3 0", "3 0", "4 0", "4 1", "120", "4 1", "4 2", "220"]);
  });

  it("copies nothing of what passes between processes, nor what nobody uses; faults are asked for", {
    timeout: 120_000,
  }, async () => {
    const unused = division.replace('b: "int32[32]"', 'b: "int32[32]", z: "int32[32]"');
    const made = filesOf(writtenLoops(unused, "task_parallel"));
    const said = await runHostWith(made, [
      "for (int i = 0; i < 32; i++) ((int32_t *)host.a_buffer.host)[i] = 1;",
      "lutra_cl_changed(&host.a_buffer); lutra_cl_changed(&host.z_buffer);",
      "division_host_call(&host);",
      `${counts} // a, and no faults yet; the faults of the call`,
      "division_host_call(&host); lutra_cl_fetch(&host.cl, &host.c_buffer);",
      `${counts} // the faults again, and c`,
    ]);
    expect(said).toEqual(["2 1", "2 3"]);
  });

  const busy = `
def busy(a: "uint32[1]", b: "uint32[1]", c: "uint32[1]"):
    for i in range(60000000):
        a[0] = a[0] * np.uint32(1664525) + np.uint32(1013904223)
    for j in range(60000000):
        b[0] = b[0] * np.uint32(22695477) + np.uint32(1)
    for k in range(1):
        c[0] = a[0] ^ b[0]
`;

  /** The first call has the device compile. */
  it("runs processes at the same time, and those that wait afterwards", { timeout: 240_000 }, async () => {
    const made = filesOf(writtenLoops(busy, "task_parallel"));
    const moment = (k: number, which: string): string =>
      `lutra_cl_moment(&host.processes[${k}], CL_PROFILING_COMMAND_${which})`;
    const isTrue = (condition: string): string => `printf("%d\\n", ${condition});`;
    const said = await runHostWith(made, [
      "cl_uint units = 0;",
      "lutra_cl_changed(&host.a_buffer); lutra_cl_changed(&host.b_buffer);",
      "busy_host_call(&host); busy_host_call(&host);",
      "clGetDeviceInfo(host.cl.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);",
      'printf("%u\\n", units);',
      isTrue(`${moment(0, "START")} < ${moment(1, "END")} && ${moment(1, "START")} < ${moment(0, "END")}`),
      isTrue(`${moment(2, "START")} >= ${moment(0, "END")} && ${moment(2, "START")} >= ${moment(1, "END")}`),
    ]);
    const [units, together, after] = said.map(Number);
    expect(after).toBe(1);
    if (Number(units) > 1) expect(together).toBe(1); // a device with one unit has one work-item at a time
  });
});

/** As drawn, and then `task_parallel`, where the kernel has several nests. */
function inTasks(loops: Loops, seed: number): Loops {
  const drawn = scheduledWithoutNetworks(loops, seed);
  return apply(drawn, [{ primitive: "task_parallel", args: {} }]).loops;
}

test("random kernels in processes", { timeout: 36_000_000 }, async () => {
  const cases = randomCases(6, inTasks);
  const ran = await runOnDevice(cases);
  expect(ran.flatMap((one, k) => trouble(one, cases[k] as Case) ?? []).join("\n")).toBe("");
  expect(cases.filter(({ loops }) => cutOf(loops) !== null).length).toBeGreaterThan(cases.length / 4);
});
