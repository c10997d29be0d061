import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "./lutra.ts";

const matmul = `from pylog import *

@pylog
def matmul(a: "int32[8,8]", b: "int32[8,8]", c: "int32[8,8]"):
    for i in range(8):
        for j in range(8):
            for k in range(8):
                c[i, j] += a[i, k] * b[k, j]
`;

const recurrence = `from pylog import *

@pylog
def smooth(x: "float32[16]"):
    for i in range(1, 16):
        x[i] = x[i] + x[i - 1]
`;

describe("lutra report", () => {
  it("names loops as a schedule calls them, with trip counts and source lines", () =>
    inDirectory(async (directory) => {
      const { status, out } = await lutra("report", write(directory, "matmul.py", matmul));
      expect(status).toBe(0);
      expect(out).toMatch(/loops\s+i\s+8\s+0\.\.8\s+source, line 5\n\s+j\s+8\s+0\.\.8\s+source, line 6\n/);
      expect(out).toMatch(/arrays\s+a\s+int32\[8,8\]\s+argument\n/);
    }));

  it("tells of a board what is copied, how long that takes, and what bounds a call; and draws it", () =>
    inDirectory(async (directory) => {
      const file = write(directory, "matmul.py", matmul);
      const picture = join(directory, "roof.svg");
      const { status, out } = await lutra("report", file, "--board", "pynq-z2", "--roofline", picture);
      expect(status).toBe(0);
      expect(out).toMatch(/on a board {2}pynq-z2: DDR3-1050, 16 bits, by a port of 64 bits\n/);
      expect(out).toMatch(/bound by (the kernel|the memory)|about as long/);
      expect(out).toMatch(/moves {2}a\s+256 bytes in\s+2 bursts.*copied: it is small/);
      expect(out).toMatch(/c\s+256 bytes in\s+256 bytes out\s+4 bursts/);
      expect(readFileSync(picture, "utf8")).toMatch(/^<svg [\s\S]*matmul on pynq-z2[\s\S]*<\/svg>\n$/);
    }));

  it("refuses two pictures in one file, and a roofline of another part, before any work", () =>
    inDirectory(async (directory) => {
      const file = write(directory, "matmul.py", matmul);
      const picture = join(directory, "one.svg");
      const twice = await lutra("report", file, "--svg", picture, "--roofline", picture);
      expect(twice.err).toMatch(/--svg and --roofline both name/);
      const other = await lutra("report", file, "--roofline", picture, "--part", "xcup");
      expect(other.err).toMatch(/--roofline is of a board with its own part/);
      expect(existsSync(picture)).toBe(false);
    }));

  it("says that a board's memory is left out where --part says another part", () =>
    inDirectory(async (directory) => {
      const file = write(directory, "matmul.py", matmul);
      const { out } = await lutra("report", file, "--board", "pynq-z2", "--part", "xczu3eg-sbva484-1-e");
      expect(out).toMatch(/nothing of the memory of pynq-z2: --part says another part\n$/);
      const own = await lutra("report", file, "--board", "pynq-z2", "--part", "xc7z020clg400-1");
      expect(own.out).toMatch(/on a board {2}pynq-z2/);
    }));

  it("says where there is no roofline to draw", () =>
    inDirectory(async (directory) => {
      const waits = `from pylog import *
@pylog
def waits(a: "int32[8]", n: int):
    while n > 0:
        n -= a[0]
`;
      const file = write(directory, "waits.py", waits);
      const { status, err } = await lutra("report", file, "--roofline", join(directory, "roof.svg"));
      expect(status).toBe(1);
      expect(err).toMatch(/--roofline: there is nothing to draw/);
    }));

  it("shows the processes of a kernel under dataflow, and what passes between them", () =>
    inDirectory(async (directory) => {
      const stages = `from pylog import *
@pylog
def stages(a: "int32[8]", b: "int32[8]"):
    t = a + 1
    b[:] = t * 2
`;
      const path = write(directory, "stages.py", stages);
      const steps = write(directory, "s.schedule", "dataflow\n");
      const { out } = await lutra("report", path, "--schedule", steps);
      expect(out).toMatch(/processes +t_0_process +t to b_0_process\n +b_0_process +t from t_0_process/);
      const { out: json } = await lutra("report", path, "--schedule", steps, "--json");
      expect(JSON.parse(json).dataflow).toEqual([
        { name: "t_0_process", takes: [], gives: ["t to b_0_process"] },
        { name: "b_0_process", takes: ["t from t_0_process"], gives: [] },
      ]);
    }));

  it("draws who runs when and what passes between them, also as a picture", () =>
    inDirectory(async (directory) => {
      const stages = `from pylog import *
@pylog
def stages(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    t = a + 1
    u = t[::-1] * 2
    b[:] = u
    c[:] = t
`;
      const path = write(directory, "stages.py", stages);
      const steps = write(directory, "s.schedule", "dataflow\n");
      const picture = join(directory, "stages.svg");
      const { out } = await lutra("report", path, "--schedule", steps, "--svg", picture);
      expect(out).toMatch(/timeline +t_0_process +0 +#+ +\d+/);
      expect(out).toMatch(/channels .*stream of 8 words, \d deep/);
      expect(out).toMatch(
        /memory: of its words, number 0 that is written is \[0\], and number 0 that \w+ reads is \[7\]/,
      );
      expect((await lutra("report", path, "--schedule", steps, "--svg", steps)).status).toBe(1);
      expect(readFileSync(steps, "utf8")).toBe("dataflow\n"); // what it reads stays
      const svg = readFileSync(picture, "utf8");
      expect(svg).toMatch(/^<svg [\s\S]*t_0_process[\s\S]*<\/svg>\n$/);
      const { out: json } = await lutra("report", path, "--schedule", steps, "--json");
      expect(JSON.parse(json).circuit.network.processes[0]).toMatchObject({ name: "t_0_process", start: 0 });
    }));

  it("shows the circuit: cycles, intervals and what bounds them, memories", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "smooth.py", recurrence);
      const steps = write(directory, "fast.schedule", "pipeline i\n");
      const words = ["report", path, "--schedule", steps, "--part", "xcup", "--clock", "6ns"];
      const { status, out } = await lutra(...words);
      expect(status).toBe(0);
      expect(out).toMatch(/circuit +\S+ at 166\.67 MHz\n +\d+ cycles a call/);
      expect(out).toMatch(/time +i +15 +2 +\d+ +\d+ +\d+ % +II 2: the recurrence .*add in line 6/);
      expect(out).toMatch(/memories +x +outside +16 x 32 bits/);
      const { circuit } = JSON.parse((await lutra(...words, "--json")).out);
      expect(circuit.loops).toMatchObject([{ loops: ["i"], line: 5, interval: 2, pipelined: true }]);
      expect(circuit.cycles.least).toBe(circuit.cycles.most);
    }));

  it("says why there is no circuit, and reports the rest", () =>
    inDirectory(async (directory) => {
      const products = `from pylog import *
@pylog
def products(a: "int32[8]"):
    for i in range(8):
        a[i] = a[i] * a[7 - i]
`;
      const path = write(directory, "products.py", products);
      const { status, out } = await lutra("report", path, "--part", "ice40up", "--clock", "100MHz");
      expect(status).toBe(0);
      expect(out).toMatch(/circuit +none: mul in line 5 takes .* ns on ice40up, however many stages it has/);
    }));

  it("shows what a schedule made of them", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "matmul.py", matmul);
      const steps = "split k 4\nunroll k.inner\npipeline j\npartition a dim=1 cyclic 4\n";
      const { out } = await lutra("report", path, "--schedule", write(directory, "fast.schedule", steps));
      expect(out).toMatch(/k\.outer\s+2/);
      expect(out).toMatch(/k\.inner\s+4\s+0\.\.4\s+unroll/);
      expect(out).toMatch(/j\s+8\s+0\.\.8\s+pipeline/);
      expect(out).toMatch(/a\s+int32\[8,8\]\s+argument\s+dim 1 cyclic 4/);
    }));

  it("says which iterations must stay in order, with a witness", () =>
    inDirectory(async (directory) => {
      const { out } = await lutra("report", write(directory, "smooth.py", recurrence));
      expect(out).toMatch(
        /carried\s+i\s+i \+1\s+x\[i\] written at line 6 in iteration i=1 is read as x\[i-1\]/,
      );
    }));

  it("says what a loop carries once for each array", () =>
    inDirectory(async (directory) => {
      const sums = `from pylog import *
@pylog
def sums(x: "int32[16]"):
    for i in range(2, 16):
        x[i] = x[i - 1] + x[i - 2]
`;
      const { out } = await lutra("report", write(directory, "sums.py", sums));
      expect(out.match(/ is read as x/g)).toHaveLength(1);
      expect(out).toMatch(/is read as x\[i-1\] .*, and 1 more of x\n/);
    }));

  it("is refused where no circuit can do what a step asks for, as build is", () =>
    inDirectory(async (directory) => {
      const twice = `from pylog import *
@pylog
def twice(a: "int32[8]", c: "int32[16]"):
    t = np.zeros(8, dtype=np.int32)
    for i in range(8):
        t[i] = a[i] * 3
    for j in range(16):
        c[j] = t[j // 2] * 5
`;
      const path = write(directory, "twice.py", twice);
      const asked = async (steps: string, message: RegExp): Promise<void> => {
        const schedule = write(directory, "s.schedule", `dataflow\n${steps}\n`);
        const { status, out, err } = await lutra("report", path, "--schedule", schedule);
        expect([status, err]).toEqual([1, expect.stringMatching(message)]);
        expect(out).toMatch(/processes +i_process/);
        const json = await lutra("report", path, "--schedule", schedule, "--json");
        expect([json.status, JSON.parse(json.out).ok]).toEqual([1, false]);
        const built = await lutra("build", path, "--schedule", schedule, "--to", "verilog");
        expect([built.status, built.err]).toEqual([1, err]);
      };
      await asked("stream t", /stream-order.*`t` cannot be a stream: j_process reads \[0\] more than once/);
      await asked("limit mul 1", /limit-of-processes/);
    }));

  it("tells copies of `buffer` with the lines they are for", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "matmul.py", matmul);
      const steps = write(directory, "s.schedule", "buffer a\nbuffer c\n");
      const { out } = await lutra("report", path, "--schedule", steps);
      expect(out.match(/copy, line \d+/g)).toEqual(Array.from({ length: 6 }, () => "copy, line 8"));
    }));

  it("says the same to a program with --json", () =>
    inDirectory(async (directory) => {
      const { out } = await lutra("report", write(directory, "smooth.py", recurrence), "--json");
      const facts = JSON.parse(out);
      expect(facts.loops).toMatchObject([{ name: "i", trips: 15, line: 5, inner: [] }]);
      expect(facts.dependences[0]).toMatchObject({ loop: "i", kind: "flow", name: "x", exact: true });
    }));

  it("shows a refused step where it stands, and the loop it is about", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "smooth.py", recurrence);
      const { status, err } = await lutra(
        "report",
        path,
        "--schedule",
        write(directory, "s", "parallel i\n"),
      );
      expect(status).toBe(1);
      expect(err).toMatch(/s:1:1/);
      expect(err).toMatch(/smooth\.py:5: for i in range\(1, 16\):/);
    }));

  it("suggests the primitive that was meant", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "smooth.py", recurrence);
      const { err } = await lutra("report", path, "--schedule", write(directory, "s", "pipelin i\n"));
      expect(err).toContain("did you mean `pipeline`?");
    }));
});

describe("schedules on the command line", () => {
  it("build --to loops prints the scheduled loops as Python", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "matmul.py", matmul);
      const schedule = write(directory, "s", "tile i j 4 4\n");
      const { out } = await lutra("build", path, "--to", "loops", "--schedule", schedule);
      expect(out).toMatch(
        /for i_outer in range\(2\):\n\s+for j_outer in range\(2\):\n\s+for i_inner in range\(4\):/,
      );
    }));

  it("run --schedule computes the same bits", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "matmul.py", matmul);
      const schedule = write(directory, "s", "reorder k i j\n");
      await lutra("run", path, "--out", join(directory, "plain"));
      await lutra("run", path, "--schedule", schedule, "--out", join(directory, "scheduled"));
      const [plain, scheduled] = ["plain", "scheduled"].map((name) =>
        readFileSync(join(directory, name, "c.npy")),
      );
      expect(scheduled).toEqual(plain);
    }));

  it("refuses --schedule for a form that comes before the loops", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "matmul.py", matmul);
      const { status, err } = await lutra("build", path, "--to", "python", "--schedule", path);
      expect(status).toBe(1);
      expect(err).toContain("--schedule has no effect on --to python");
    }));

  it("says so when the schedule cannot be read", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "matmul.py", matmul);
      const { status, err } = await lutra("report", path, "--schedule", join(directory, "none"));
      expect(status).toBe(1);
      expect(err).toMatch(/cannot read .*none: no such file/);
    }));
});

describe("lutra report --place", () => {
  it("refuses other families", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "matmul.py", matmul);
      const { status, err } = await lutra("report", path, "--part", "xcup", "--place");
      expect(status).toBe(1);
      expect(err).toContain("--place: there is no place and route for the family xcup");
    }));
});
