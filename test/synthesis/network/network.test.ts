/** Kernels as processes that run at the same time: same bits, and exactly the cycles that were predicted. */
import { describe, expect, test } from "vitest";
import { synthesize } from "../../../src/synthesis/index.ts";
import { target } from "../kernel-run.ts";
import { writtenLoops } from "../written.ts";
import { ran } from "./run.ts";

const head = (steps: string): string => `${steps}\ndataflow`;

const chain = (read: string): string => `
def kernel(a: "int32[64]", c: "int32[64]"):
    t = np.zeros(64, dtype=np.int32)
    for i in range(64):
        t[i] = a[i] * 3
    for j in range(64):
        c[j] = t[${read}] + 1
`;

test("what is filled again between two nests is what the second reads", async () => {
  const source = `
def kernel(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    t = np.zeros(8, dtype=np.int32)
    for i in range(8):
        t[i] = a[i]
    for k in range(8):
        b[k] = t[k]
    t[:] = np.ones(8, dtype=np.int32)
    for j in range(8):
        c[j] = t[7 - j]
`;
  await ran(source, "task_parallel");
});

describe("a stream", () => {
  test("passes words on while they are made", async () => {
    const { cycles, made } = await ran(chain("j"), head("pipeline i\npipeline j"));
    expect(made.network?.channels).toMatchObject([{ by: "t", kind: "stream", depth: 2, words: 64 }]);
    expect(cycles).toBe(68); // each alone takes 66
  });

  test("has a slower reader wait for nothing, and its writer for room", async () => {
    const source = `
def kernel(a: "float32[32]", c: "float32[32]"):
    t = np.zeros(32, dtype=np.float32)
    for i in range(32):
        t[i] = a[i] * 3
    s = np.float32(0)
    for j in range(32):
        s = s * np.float32(0.5) + t[j]
        c[j] = s
`;
    const { cycles, made } = await ran(source, head("pipeline i\npipeline j"));
    const [writer, reader] = made.network?.processes ?? [];
    expect(made.network?.channels).toMatchObject([{ kind: "stream" }]);
    expect(cycles - (reader?.cycles.most ?? 0)).toBeLessThan(12);
    expect(writer?.waited).toBeGreaterThan(0);
  });

  test("goes to several readers", async () => {
    const source = `
def kernel(a: "int32[40]", b: "int32[40]", c: "int32[40]"):
    t = np.zeros(40, dtype=np.int32)
    for i in range(40):
        t[i] = a[i] * 3
    for j in range(40):
        b[j] = t[j] + 1
    for k in range(40):
        c[k] = t[k] - 1
`;
    const { cycles, made } = await ran(source, head("pipeline i\npipeline j\npipeline k"));
    expect(made.network?.channels.map(({ kind, to }) => `${kind} to ${to}`)).toEqual([
      "stream to j_process",
      "stream to k_process",
    ]);
    expect(cycles).toBe(44);
  });

  test("is as deep as paths that meet again are apart", async () => {
    const source = `
def kernel(a: "float32[40]", c: "float32[40]"):
    t = np.zeros(40, dtype=np.float32)
    for i in range(40):
        t[i] = a[i] * 3
    u = np.zeros(40, dtype=np.float32)
    for j in range(40):
        u[j] = (t[j] * t[j] + np.float32(1)) * t[j]
    for k in range(40):
        c[k] = t[k] - u[k]
`;
    const { made } = await ran(source, head("pipeline i\npipeline j\npipeline k"));
    const depths = made.network?.channels.map(({ by, to, depth }) => [by, to, depth]);
    expect(depths).toMatchObject([
      ["t", "j_process", 2],
      ["t", "k_process", expect.any(Number)],
      ["u", "k_process", 2],
    ]);
    expect(depths?.[1]?.[2]).toBeGreaterThan(8);
  });

  test("passes a word only where the program asks for one", async () => {
    const source = `
def kernel(a: "int32[32]", c: "int32[8]"):
    t = np.zeros(8, dtype=np.int32)
    for i in range(8):
        s = np.int32(0)
        for r in range(4):
            s += a[4 * i + r]
        t[i] = s
    for j in range(8):
        v = t[j]
        for q in range(3):
            c[j] += v * q
`;
    const { made } = await ran(source, head("pipeline r\npipeline q"));
    expect(made.network?.channels).toMatchObject([{ by: "t", kind: "stream", words: 8 }]);
  });

  test("of each bank is one of its own", async () => {
    const steps =
      "unroll i 2\npipeline i\nunroll j 2\npipeline j\npartition t dim=0 cyclic 2\npartition a dim=0 cyclic 2\npartition c dim=0 cyclic 2";
    const { cycles, made } = await ran(chain("j"), head(steps));
    expect(made.network?.channels).toMatchObject([{ by: "t", kind: "stream", words: 64 }]);
    expect(cycles).toBeLessThan(40);
  });

  test.each([
    "partition t dim=0 complete",
    "partition t dim=0 cyclic 2",
    "partition t dim=0 block 4",
    "reshape t dim=0 2",
    "partition t dim=0 cyclic 2\nunroll i 2",
    "partition t dim=0 cyclic 2\nunroll j 2",
  ])("of each bank is used where iterations take turns at them: %s", async (steps) => {
    const { cycles, made } = await ran(chain("j"), `${steps}\npipeline i\npipeline j\ndataflow`);
    expect(made.network?.channels).toMatchObject([{ by: "t", kind: "stream", words: 64 }]);
    expect(cycles).toBeLessThan(80); // 132 where the reader waits for all of them
  });
});

describe("a scalar", () => {
  test("has its sign where whoever computes it needs fewer bits", async () => {
    const source = `
def kernel(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    k = -3
    for i in range(5):
        c[i] = a[i] + 1
        k = i - 4
    for j in range(8):
        b[j] = a[j] + k
`;
    expect((await ran(source, "task_parallel")).made.network?.processes).toHaveLength(2);
  });
});

describe("what is returned", () => {
  const kernel = (value: string): string => `
def kernel(a: "int32[4]", b: "int32[4]", c: "int32[3]"):
    table = np.array([13, 9, 1, 12], np.int32)
    v = ${value}
    for i in range(4):
        a[i] += table[i]
    for j in range(4):
        b[j] += table[j]
    return v
`;

  test("may be a table, which processes read as well", async () => {
    const { made } = await ran(kernel("table"), "task_parallel");
    expect(made.network?.processes).toHaveLength(3);
  });

  test("may be an argument that nobody touches", async () => {
    expect((await ran(kernel("c[:]"), "task_parallel")).made.network?.processes).toHaveLength(2);
  });
});

describe("what is stored", () => {
  test("stays, though all of the array was stored before", async () => {
    const source = `
def kernel(a: "int8[12]"):
    t = np.zeros(12, np.int8)
    for i in range(12):
        t[i] = a[i]
    t[:] = 1
    for j in range(12):
        a[j] += 2
    return t
`;
    await ran(source, "task_parallel");
  });

  test("is nothing but what the program stores, where processes are at one memory", async () => {
    const source = `
def kernel(a: "int32[8]", u: "int32[16]"):
    for i in range(5):
        for j in range(6):
            if j > j + 0:
                u[i] = 7
    for k in range(8):
        u[2 * k] = a[k] + 3
`;
    const { made } = await ran(source, "dataflow");
    expect(made.network?.processes.map(({ start }) => start)).toEqual([0, 0]);
  });
});

describe("limit", () => {
  test("is shared out among processes", async () => {
    const source = `
def kernel(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for i in range(8):
        b[i] = a[i] * a[i] * a[i]
    for j in range(8):
        c[j] = a[j] * (a[j] + 1) * (a[j] + 2)
`;
    const intervals = async (count: number): Promise<readonly (number | undefined)[]> => {
      const { made } = await ran(source, `pipeline i\npipeline j\ntask_parallel\nlimit mul ${count}`);
      return made.network?.processes.map(({ cycles }) => cycles.most) ?? [];
    };
    const [few, some, all] = [await intervals(2), await intervals(3), await intervals(4)];
    expect(some).toEqual([all[0], few[1]]);
    expect(few[0]).toBeGreaterThan(all[0] ?? 0);
    expect(await intervals(1_000_000_000)).toEqual(all);
  });
});

describe("stream", () => {
  const meeting = `
def kernel(a: "int32[24]", c: "int32[24]"):
    t = np.zeros(24, dtype=np.int32)
    for i in range(24):
        t[i] = a[i] * 3
    u = np.zeros(24, dtype=np.int32)
    for j in range(24):
        u[23 - j] = t[j] + 1
    for k in range(24):
        c[k] = t[k] - u[k]
`;

  test("keeps to the depth that is asked for, and the writer waits as predicted", async () => {
    const steps = "pipeline i\npipeline j\ndataflow\nstream t depth=1";
    const { cycles, made } = await ran(chain("j"), steps);
    expect(made.network?.channels).toMatchObject([{ by: "t", kind: "stream", depth: 1 }]);
    expect(cycles).toBe(131); // a word every other cycle
  });

  test("finds the depth that a reader needs who starts late", async () => {
    const { made } = await ran(meeting, "pipeline i\npipeline j\npipeline k\ndataflow");
    const late = made.network?.channels.find(({ by, to }) => by === "t" && to === "k_process");
    expect(late).toMatchObject({ kind: "stream", depth: 26 }); // and the next call is on its way
  });

  test("is refused with the circle of those who would wait for each other", () => {
    const steps = "pipeline i\npipeline j\npipeline k\ndataflow\nstream t depth=23";
    const made = synthesize(writtenLoops(meeting, steps), { target });
    expect(made.ok ? [] : made.diagnostics.map(({ message }) => message)).toEqual([
      "with these depths processes wait for each other for ever: i_process waits for room in t; j_process waits for a word of t",
    ]);
  });
});

describe("a memory", () => {
  test("keeps words that are read in another order, and its reader waits for all of them", async () => {
    const { cycles, made } = await ran(chain("63 - j"), head("pipeline i\npipeline j"));
    expect(made.network?.channels).toMatchObject([
      { by: "t", kind: "memory", why: expect.stringContaining("number 0 that is written is [0]") },
    ]);
    expect(cycles).toBe(132);
  });

  test("serves a process that writes words again before others read them as often", async () => {
    const source = `
def kernel(a: "int32[8]", c: "int32[16]"):
    t = np.zeros(8, dtype=np.int32)
    for r in range(2):
        for i in range(8):
            t[i] = a[i] * (r + 1)
    for q in range(2):
        for j in range(8):
            c[8 * q + j] = t[j]
`;
    const { made } = await ran(source, "dataflow");
    expect(made.network?.channels).toMatchObject([
      { by: "t", kind: "memory", why: "r_process writes [0] more than once" },
    ]);
  });

  test("serves a reader that reads words twice", async () => {
    const { made } = await ran(chain("j // 2"), head("pipeline i\npipeline j"));
    expect(made.network?.channels).toMatchObject([
      { by: "t", kind: "memory", why: "j_process reads [0] more than once" },
    ]);
  });
});

describe("scalars", () => {
  test("pass when the process that makes them has ended", async () => {
    const source = `
def kernel(a: "int32[16]", c: "int32[16]", n: "int32"):
    s = np.int32(0)
    for i in range(16):
        s += a[i] * n
    for j in range(16):
        c[j] = a[j] - s + n
    return s
`;
    const { made } = await ran(source, "pipeline i\npipeline j\ntask_parallel");
    expect(made.network?.channels).toMatchObject([{ by: "s", kind: "scalar" }]);
  });
});

describe("data", () => {
  test("may decide how long a process takes: the others wait", async () => {
    const source = `
def kernel(a: "uint8[16]", c: "uint8[16]"):
    t = np.zeros(16, dtype=np.uint8)
    for i in range(16):
        x = a[i]
        n = np.uint8(0)
        while x > 0:
            x = x >> 1
            n += 1
        t[i] = n
    for j in range(16):
        c[j] = t[j] * 2
`;
    const { cycles, made } = await ran(source, head("pipeline j"));
    expect(made.network?.channels).toMatchObject([{ by: "t", kind: "stream" }]);
    const { least, most } = made.prediction;
    expect(least).toBeLessThan(cycles);
    expect(most).toBe(Infinity);
  });
});

describe("task_parallel", () => {
  const four = `
def kernel(a: "int32[64]", b: "int32[64]", c: "int32[64]", d: "int32[64]"):
    for i in range(64):
        a[i] = a[i] * 3
    for j in range(64):
        b[j] = b[j] + 1
    for k in range(64):
        c[k] = c[k] - 7
    for l in range(64):
        d[l] = d[l] ^ 5
`;
  const steps = "pipeline i\npipeline j\npipeline k\npipeline l";

  test("runs nests that need nothing of each other at the same time", async () => {
    expect((await ran(four, steps)).cycles).toBe(261);
    expect((await ran(four, `${steps}\ntask_parallel`)).cycles).toBe(66);
  });

  test("has a nest wait for what it needs", async () => {
    const { made } = await ran(chain("j"), "pipeline i\npipeline j\ntask_parallel");
    expect(made.network?.processes.map(({ after }) => after)).toEqual([[], ["i_process"]]);
  });

  test("shares the two ports of a memory among those that read it", async () => {
    const source = `
def kernel(a: "int32[32]", b: "int32[32]", c: "int32[32]", d: "int32[32]"):
    for i in range(32):
        b[i] = a[i] * 3
    for j in range(32):
        c[j] = a[31 - j] + 1
    for k in range(32):
        d[k] = a[k] ^ 5
`;
    const { cycles, made } = await ran(source, "pipeline i\npipeline j\npipeline k\ntask_parallel");
    expect(made.network?.processes.map(({ after }) => after)).toEqual([[], [], ["i_process"]]);
    expect(cycles).toBeLessThan(75);
  });
});
