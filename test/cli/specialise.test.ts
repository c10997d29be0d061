/** Integer arguments whose values are part of what is compiled: shapes and loop counts. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Compiled, compile, explain, run, simulate } from "../../src/index.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "./lutra.ts";

const shaped = `from pylog import *

@pylog
def make(a: "float32[8,8]", N: int, M: int, gain: int):
    out = np.zeros((N, M), np.float32)
    out[:] = a[:N, :M] * gain
    return out
`;

const counted = `from pylog import *

@pylog
def mv(A: "float32[16,16]", x: "float32[16]", y: "float32[16]", n: int):
    for i in range(n):
        acc = np.float32(0)
        for j in range(n):
            acc += A[i, j] * x[j]
        y[i] = acc
`;

const counts = counted.replace("n: int", "n: int = 16");

describe("a shape that an argument says", () => {
  it("is known where the command line gives the number, which no circuit takes then", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "make.py", shaped);
      const given = ["--in", "N=2", "--in", "M=3"];
      const { out, status } = await lutra(
        "run",
        path,
        ...given,
        "--in",
        "gain=2",
        "--on",
        "verilog",
        "--json",
      );
      expect(status).toBe(0);
      const facts = JSON.parse(out);
      expect(facts.returns[0].type).toBe("float32[2,3]");
      expect(facts.arguments.map(({ name }: { name: string }) => name)).toEqual(["a", "gain"]);
      expect(facts.constants).toEqual([
        { name: "N", type: "python int", value: 2 },
        { name: "M", type: "python int", value: 3 },
      ]);
      const checked = await lutra("check", path, ...given);
      expect(checked.out).toContain("N is 2 in all calls: it must be known when compiling");
      expect(checked.out).not.toContain("gain is");
    }));

  it("is refused where nobody gives it, by the name of the argument", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "make.py", shaped);
      const { err, status } = await lutra("run", path, "--in", "N=2");
      expect(status).toBe(1);
      expect(err).toContain("the shape of `np.zeros` must be known when compiling");
      expect(err).toContain("it needs the value of the argument `M`");
      expect(err).toContain("`--in M=…` on the command line, a number in a call, or a default");
    }));

  it("is the default's where the argument is left out", () =>
    inDirectory(async (directory) => {
      const path = write(
        directory,
        "make.py",
        shaped.replace("N: int, M: int, gain: int", "gain: int, N: int = 4, M: int = 5"),
      );
      const { out } = await lutra("run", path, "--in", "M=3", "--json");
      expect(JSON.parse(out).returns[0].type).toBe("float32[4,3]");
    }));
});

describe("a loop count that an argument says", () => {
  it("is known where the command line gives the number or the default is left, and circuits are faster for it", () =>
    inDirectory(async (directory) => {
      const cycles = async (text: string, ...more: readonly string[]): Promise<number> => {
        const path = write(directory, "mv.py", text);
        const { out } = await lutra("run", path, "--on", "verilog", "--json", ...more);
        return JSON.parse(out).hardware.cycles;
      };
      const known = await cycles(counted, "--in", "n=16");
      expect(await cycles(counts)).toBe(known);
      const open = await cycles(counted, "--in", "n=16", "--arg", "n=python int");
      expect(known).toBeLessThan(open / 2);
    }));

  it("is named by report and build, with the way to keep the argument", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "mv.py", counts);
      const line =
        'n is 16 in all calls, so that loops have known counts; --arg "n=python int" keeps it an argument';
      expect((await lutra("report", path)).out).toContain(line);
      expect((await lutra("build", path, "--to", "verilog", "-o", join(directory, "mv"))).out).toContain(
        line,
      );
      expect((await lutra("build", path, "--to", "python")).err).toContain(line);
      const kept = await lutra("build", path, "--to", "python", "--arg", "n=python int");
      expect(kept.err).toBe("");
      expect(kept.out).toContain('n: "python int"');
    }));

  it("stays an argument where nobody gives a number", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "mv.py", counted);
      expect((await lutra("check", path)).out).toMatch(/n +python int/);
    }));

  it("stays an argument where the loop would leave an array, and the call says so", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "mv.py", counted);
      const { err, status } = await lutra("run", path, "--in", "n=17");
      expect(status).toBe(1);
      expect(err).toContain("out of");
    }));

  it("is fixed by @pylog(fixed=…) in the source, which then needs the number", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "mv.py", counted.replace("@pylog", '@pylog(fixed="n")'));
      const refused = await lutra("check", path);
      expect(refused.err).toContain("`fixed` says that it is a constant of what is made");
      expect((await lutra("check", path, "--in", "n=8")).out).toContain("n is 8 in all calls");
      const wrong = write(directory, "other.py", counted.replace("@pylog", '@pylog(fixed="m")'));
      expect((await lutra("check", wrong, "--in", "n=8")).err).toContain("`mv` has no argument `m`");
    }));
});

describe("the library", () => {
  const compiled = (text: string, options: Parameters<typeof compile>[1]): Compiled => {
    const made = compile(text, options);
    if (!made.ok) throw new Error(explain(made));
    return made;
  };

  it("takes shapes from values among the arguments", () => {
    const kernel = compiled(shaped, { args: { N: 2, M: 3 } });
    const a = Float32Array.from({ length: 64 }, (_, i) => i);
    const { result } = run(kernel, { a, gain: 10 });
    expect(result).toMatchObject({ data: Float32Array.of(0, 10, 20, 80, 90, 100) });
  });

  it("refuses another value in a call than it was compiled for, and takes the same", () => {
    const kernel = compiled(shaped, { args: { N: 2, M: 3 } });
    const call = (N: number) => run(kernel, { a: new Float32Array(64), gain: 1, N });
    expect(() => call(2)).not.toThrow();
    expect(() => call(3)).toThrow(
      "argument N of make is 2 in this compilation; compile it for another value",
    );
  });

  it("leaves counts to the call, but for those among `constants`", async () => {
    const open = compiled(counted, { args: { n: 16 } });
    expect(open.program.specialised).toBeUndefined();
    const known = compiled(counted, { constants: { n: 16 } });
    const arrays = { A: new Float32Array(256).fill(1), x: new Float32Array(16).fill(2) };
    const after = await simulate(known, { ...arrays, y: new Float32Array(16) });
    expect(after.args.y).toMatchObject({ data: new Float32Array(16).fill(32) });
    const slow = await simulate(open, { ...arrays, y: new Float32Array(16), n: 16 });
    expect(after.cycles).toBeLessThan(slow.cycles / 2);
  });
});
