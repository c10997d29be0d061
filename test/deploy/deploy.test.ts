/** `deploy` of the library: kernels on boards behind ports, call after call, and what is said on a bad day. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { keepBitstream } from "../../src/deploy/bitstreams.ts";
import { type Compilation, compile, type DeployOptions, deploy, explain, run } from "../../src/index.ts";
import { offerPort } from "../../src/outside/port/offer.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { write } from "../cli/lutra.ts";
import { circuitOf, servedBoard } from "../cli/served_board.ts";
import { builtCompiler, pythonAvailable } from "../python/package.ts";

const add = `from pylog import *

@pylog
def add(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for i in range(8):
        c[i] = a[i] + b[i]
    return c[3]
`;
const other = add.replace("a[i] + b[i]", "a[i] - b[i]");

/** As many cycles as it is told to take. */
const counts = `from pylog import *

@pylog
def counts(n: "int32", c: "int32[4]"):
    i = 0
    while i < n:
        c[i & 3] = c[i & 3] + 1
        i = i + 1
`;

const cache = process.env.LUTRA_CACHE;
afterEach(() => {
  if (cache === undefined) delete process.env.LUTRA_CACHE;
  else process.env.LUTRA_CACHE = cache;
});

function compiled(text: string): Compilation & { readonly ok: true } {
  const kernel = compile(text);
  if (!kernel.ok) throw new Error(explain(kernel));
  return kernel;
}

function arrays() {
  const c = Int32Array.of(9, 9, 9, 9, 9, 9, 9, 9);
  return { a: Int32Array.from({ length: 8 }, (_, i) => i - 3), b: new Int32Array(8).fill(10), c };
}
const sums = [7, 8, 9, 10, 11, 12, 13, 14];
const untouched = [9, 9, 9, 9, 9, 9, 9, 9];

interface Bench {
  readonly folder: string;
  readonly file: string;
}

/** A bitstream of `add` is in the cache, so that none is made. */
async function onBench(act: (bench: Bench) => Promise<void>): Promise<void> {
  await inDirectory(async (folder) => {
    process.env.LUTRA_CACHE = join(folder, "cache");
    const file = write(folder, "add.py", add);
    await keepBitstream("add", circuitOf(file, "icebreaker"), {
      ...{ bytes: new Uint8Array(4), clockMHz: 24, reachedMHz: 30, baud: 1_000_000, used: {} },
      ...{ verilog: "", constraints: { name: "pins.pcf", text: "" } },
    });
    await act({ folder, file });
  });
}

describe("a simulated board", () => {
  it("gives what the reference gives, and the cycles that were predicted", async () => {
    const kernel = compiled(add);
    const board = await deploy(kernel, { board: "sim:icebreaker" });
    expect(board).toMatchObject({ board: "icebreaker", port: null, clockMHz: 24 });
    const args = arrays();
    const { result, cycles, predicted, withMemory } = await board.call(args);
    expect([...args.c]).toEqual(sums);
    expect({ result, cycles, withMemory }).toEqual({ result: 10, cycles: predicted.most, withMemory: null });
    const [found, expected] = [await board.call({}, { seed: 5 }), run(kernel, {}, { seed: 5 })];
    expect(found.args).toEqual(expected.args);
    await board.close();
    await expect(board.call(arrays())).rejects.toThrow("icebreaker was closed");
  });

  it("by SPI gives the same", async () => {
    const board = await deploy(compiled(add), { board: "sim:icebreaker-spi" });
    for (let times = 0; times < 2; times++) {
      const args = arrays();
      const { cycles, predicted } = await board.call(args);
      expect([...args.c]).toEqual(sums);
      expect(cycles).toBe(predicted.most);
    }
    await board.close();
  });

  it("on AXI tells the cycles with memory too", async () => {
    const board = await deploy(compiled(add), { board: "sim:pynq-z2" });
    const args = arrays();
    const { cycles, withMemory } = await board.call(args);
    expect([...args.c]).toEqual(sums);
    expect(withMemory).toBeGreaterThan(cycles);
    await board.close();
  });

  it("on AXI has the bus and the masters that it is told to have", async () => {
    const copy = compiled(`from pylog import *

@pylog(bus_width=128, bundles={"a": "gmem1"})
def copy(a: "int32[256]", b: "int32[256]"):
    for i in range(256):
        b[255 - i] = a[i] + b[i] * 0
`);
    const cyclesWith = async (options: Partial<DeployOptions>): Promise<number> => {
      const board = await deploy(copy, { board: "sim:pynq-z2", ...options });
      const args = { a: Int32Array.from({ length: 256 }, (_, i) => i), b: new Int32Array(256) };
      const { withMemory } = await board.call(args);
      await board.close();
      expect([...args.b]).toEqual(Array.from({ length: 256 }, (_, i) => 255 - i));
      return withMemory ?? 0;
    };
    const shared = { busWidth: "64", bundles: new Map() };
    const usual = await cyclesWith(shared);
    expect(await cyclesWith({ ...shared, busWidth: null })).toBe(usual); // as the board has it
    expect(await cyclesWith({ ...shared, busWidth: "32" })).toBeGreaterThan(usual);
    expect(await cyclesWith({ ...shared, bundles: new Map([["b", "gmem1"]]) })).toBeLessThan(usual - 50);
    expect(await cyclesWith({})).toBe(
      await cyclesWith({ busWidth: "128", bundles: new Map([["a", "gmem1"]]) }),
    ); // as the source has it
    expect(await cyclesWith({})).toBeLessThan(usual - 50);
    await expect(cyclesWith({ busWidth: "48" })).rejects.toThrow("expected 32, 64, 128, 256, 512");
    await expect(cyclesWith({ bundles: new Map([["z", "gmem1"]]) })).rejects.toThrow("there is no array z");
  });

  it("is called in the order of the calls, also where nobody waits", async () => {
    const board = await deploy(compiled(add), { board: "sim:icebreaker" });
    const { a, b, c } = arrays();
    const [d, e] = [new Int32Array(8), new Int32Array(8)];
    const calls = [board.call({ a, b, c }), board.call({ a: c, b, c: d }), board.call({ a: d, b, c: e })];
    expect((await Promise.all(calls)).map(({ result }) => result)).toEqual([10, 20, 30]);
    await board.close();
  });
});

it.each([
  [{}, "add is deployed on a board, and none is named"],
  [{ board: "icebreaker" }, "needs the port of icebreaker"],
  [{ board: "icebraker", port: "/dev/null" }, "there is no board icebraker"],
  [{ board: "pynq-z2", port: "/dev/null" }, "the open tools make no bitstream for pynq-z2"],
])("%o is refused", async (options, message) => {
  await expect(deploy(compiled(add), options)).rejects.toThrow(message);
});

it("refuses arguments that do not fit, and stays open", async () => {
  const board = await deploy(compiled(add), { board: "sim:icebreaker" });
  const { a, b, c } = arrays();
  await expect(board.call({ a, b })).rejects.toThrow("argument c of add is missing");
  await expect(board.call({ a, b: c, c })).rejects.toThrow("argument c is an array that another argument is");
  await expect(board.call({ a, b, c })).resolves.toMatchObject({ result: 10 });
  await board.close();
});

const kinds = [
  ["a socket", () => "tcp://127.0.0.1:0"],
  ["a pseudo-terminal", (folder: string) => join(folder, "port")],
] as const;

describe.each(kinds)("a board behind %s", (kind, nameIn) => {
  const cannot = kind === "a pseudo-terminal" && !pythonAvailable();

  it.skipIf(cannot)("is called again and again", async () => {
    await onBench(async ({ folder, file }) => {
      const served = await servedBoard(file, { port: nameIn(folder) });
      const board = await deploy(compiled(add), { board: "icebreaker", port: served.port });
      for (let times = 0; times < 3; times++) {
        const args = arrays();
        expect(await board.call(args)).toMatchObject({ result: 10 });
        expect([...args.c]).toEqual(sums);
      }
      await board.close();
      await served.end();
    });
  });

  it.skipIf(cannot)("that has another kernel: the command that loads this one is told", async () => {
    await onBench(async ({ folder }) => {
      const served = await servedBoard(write(folder, "other.py", other), { port: nameIn(folder) });
      const [kept = ""] = readdirSync(join(folder, "cache", "bitstreams"));
      await expect(deploy(compiled(add), { board: "icebreaker", port: served.port })).rejects.toMatchObject({
        message: `the board on ${served.port} has another kernel, or another version of add`,
        help: `\`lutra flash ${join(folder, "cache", "bitstreams", kept)}\` loads add`,
      });
      await served.end();
    });
  });

  it.skipIf(cannot)("that does not answer", async () => {
    await onBench(async ({ folder }) => {
      const offered = await offerPort(nameIn(folder));
      await expect(deploy(compiled(add), { board: "icebreaker", port: offered.name })).rejects.toThrow(
        `nothing answers on ${offered.name} at 1000000 baud`,
      );
      offered.close();
    });
  });

  it.skipIf(cannot)("that talks of other things without end", async () => {
    await onBench(async ({ folder }) => {
      const offered = await offerPort(nameIn(folder));
      const sentence = new TextEncoder().encode("$GPGGA,092750.000,5321\r\n");
      const chatter = setInterval(() => offered.send(sentence), 2);
      await expect(deploy(compiled(add), { board: "icebreaker", port: offered.name })).rejects.toThrow(
        `something talks on ${offered.name} at 1000000 baud that is no kernel of Lutra`,
      );
      clearInterval(chatter);
      offered.close();
    });
  });

  it.skipIf(cannot)("that is unplugged in a call, and plugged in again", async () => {
    await onBench(async ({ folder, file }) => {
      let sent = 0;
      const served = await servedBoard(file, {
        port: nameIn(folder),
        passed: (bytes) => {
          sent += bytes.length;
          if (sent > 60) void served.end(); // arguments are on their way
        },
      });
      const board = await deploy(compiled(add), { board: "icebreaker", port: served.port });
      const args = arrays();
      await expect(board.call(args)).rejects.toMatchObject({
        message: `${served.port} went away while add was on it`,
        help: "plug icebreaker in, and call again; arrays are as they were before the call",
      });
      expect([...args.c]).toEqual(untouched);
      await served.end();
      await expect(board.call(args)).rejects.toThrow(/cannot (open|connect to) /);
      const again = await servedBoard(file, { port: served.port });
      expect(await board.call(args)).toMatchObject({ result: 10 });
      expect([...args.c]).toEqual(sums);
      await board.close();
      await again.end();
    });
  });
});

it("a board by SPI is called over a socket, and nothing else", async () => {
  await onBench(async ({ file }) => {
    const kernel = compiled(add);
    await expect(deploy(kernel, { board: "icebreaker-spi", port: "/dev/ttyUSB1" })).rejects.toThrow(
      "icebreaker-spi is reached by SPI, and /dev/ttyUSB1 is no socket",
    );
    const served = await servedBoard(file, { board: "icebreaker-spi" });
    const board = await deploy(kernel, { board: "icebreaker-spi", port: served.port });
    for (let times = 0; times < 2; times++) expect(await board.call(arrays())).toMatchObject({ result: 10 });
    await board.close();
    await served.end();
  });
});

it("a port that is not there is said to be", async () => {
  await onBench(async ({ folder }) => {
    const port = join(folder, "nowhere");
    await expect(deploy(compiled(add), { board: "icebreaker", port })).rejects.toThrow(
      `cannot open ${port}: there is no such port`,
    );
  });
});

describe("a call that takes too long", () => {
  it("is stopped on the board, and the next one is answered", async () => {
    const board = await deploy(compiled(counts), { board: "sim:icebreaker" });
    const c = new Int32Array(4);
    await expect(board.call({ n: 2 ** 30, c }, { timeoutMs: 5 })).rejects.toThrow(
      "counts did not end on icebreaker in time, and was stopped",
    );
    expect([...c]).toEqual([0, 0, 0, 0]);
    await board.call({ n: 6, c });
    expect([...c]).toEqual([2, 2, 1, 1]);
    await board.close();
  });

  it("can be given up by a signal", async () => {
    await inDirectory(async (folder) => {
      const served = await servedBoard(write(folder, "counts.py", counts));
      for (const options of [{ board: "sim:icebreaker" }, { board: "icebreaker", port: served.port }]) {
        const board = await deploy(compiled(counts), options);
        const c = new Int32Array(4);
        const [early, late] = [new AbortController(), new AbortController()];
        early.abort(new Error("not wanted"));
        await expect(board.call({ n: 6, c }, { signal: early.signal })).rejects.toThrow("not wanted");
        setTimeout(() => late.abort(new Error("enough")), 200);
        await expect(board.call({ n: 2 ** 30, c }, { signal: late.signal })).rejects.toThrow("enough");
        expect([...c]).toEqual([0, 0, 0, 0]);
        await board.call({ n: 6, c });
        expect([...c]).toEqual([2, 2, 1, 1]);
        await board.close();
      }
      await served.end();
    });
  });
});

describe.skipIf(process.platform === "win32")("Ctrl-C", () => {
  /** Says what it has, waits for a call that does not end, and says what it has then. */
  const program = (library: string, port: string): string => `
    import { compile, deploy } from ${JSON.stringify(pathToFileURL(library).href)};
    const board = await deploy(compile(${JSON.stringify(counts)}), { board: "icebreaker", port: ${JSON.stringify(port)} });
    const c = new Int32Array(4);
    const stop = new AbortController();
    process.once("SIGINT", () => stop.abort());
    console.log("calls");
    await board.call({ n: 2 ** 30, c }, { signal: stop.signal }).catch((error) => console.log(error.name, ...c));
    await board.call({ n: 6, c });
    console.log(...c);
    await board.close();`;

  it("gives the call up where the program says so, and the next one is answered", async () => {
    const library = join(builtCompiler(), "dist", "index.js");
    await inDirectory(async (folder) => {
      const served = await servedBoard(write(folder, "counts.py", counts));
      const child = spawn(process.execPath, ["--input-type=module", "-e", program(library, served.port)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let said = "";
      child.stdout.on("data", (text: Buffer) => {
        said += text.toString();
        if (text.toString().includes("calls")) setTimeout(() => child.kill("SIGINT"), 300);
      });
      const [status] = await once(child, "close");
      expect({ said, status }).toEqual({ said: "calls\nAbortError 0 0 0 0\n2 2 1 1\n", status: 0 });
      await served.end();
    });
  });
});
