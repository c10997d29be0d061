/** `lutra serve` as the program at the other end of the pipe sees it. */
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Frame, FrameError, readFrames, writeFrame, writeSharedFrame } from "../../src/cli/frames.ts";
import { serve } from "../../src/cli/serve.ts";
import { bug } from "../../src/diagnostics/bug.ts";

const source = {
  path: "scale.py",
  text: "@pylog\ndef scale(a, k):\n    a[:] = a * k\n    return a, a[0] // 2\n",
};
const compiling = {
  command: "compile",
  source,
  kernel: "scale",
  types: { a: "int32[3]", k: "python int" },
  constants: {},
  schedule: null,
};

describe("frames", () => {
  const bytes = joined([
    ...writeFrame({ n: 1 }, [Uint8Array.of(1, 2, 3), Uint8Array.of(4)]),
    ...writeFrame({ n: 2 }, []),
  ]);

  it.each([1, 7, 16, 1000])(
    "arrive whole in chunks of %d bytes, each part at a multiple of 8",
    async (size) => {
      const frames = await all(readFrames(chunks(bytes, size)));
      expect(frames.map(({ header }) => header)).toEqual([{ n: 1 }, { n: 2 }]);
      expect([...new Uint8Array(frames[0]?.body ?? new ArrayBuffer(0))]).toEqual([
        ...[1, 2, 3, 0, 0, 0, 0, 0],
        ...[4, 0, 0, 0, 0, 0, 0, 0],
      ]);
      expect(frames[1]?.body.byteLength).toBe(0);
    },
  );

  it("bytes that are no frame, and a pipe that ends inside one, end the conversation", async () => {
    await expect(all(readFrames(chunks(new Uint8Array(32), 8)))).rejects.toThrow(FrameError);
    await expect(all(readFrames(chunks(bytes.subarray(0, 30), 8)))).rejects.toThrow(
      "the pipe ended inside a message",
    );
  });
});

describe("serving", () => {
  it("says its version, its forms and its targets", async () => {
    const [{ header }] = await ask([{ command: "version" }]);
    expect(header).toMatchObject({ ok: true, protocol: 1, lutra: expect.stringMatching(/^\d+\.\d+/) });
    expect(header).toMatchObject({ targets: expect.arrayContaining(["reference", "wasm"]) });
  });

  it("compiles a kernel, then runs it on arrays that lie in the body", async () => {
    const [compiled] = await ask([compiling]);
    expect(compiled.header).toMatchObject({
      ok: true,
      params: [
        { name: "a", type: "int32[3]", written: true },
        { name: "k", type: "python int", written: false },
      ],
      returns: ["int32[3]", "int32"],
    });
    const id = (compiled.header as { id: string }).id;
    for (const on of ["reference", "wasm", "fastest"]) {
      const args = { a: { dtype: "int32", shape: [3], at: 0 }, k: { python: "int", value: "5" } };
      const [, ran] = await ask(
        [compiling, { command: "run", id, on, args }],
        [[], [new Uint8Array(Int32Array.of(1, -2, 3).buffer)]],
      );
      expect(ran?.header).toMatchObject({
        ok: true,
        on: on === "fastest" ? "wasm" : on,
        args: { a: { type: "int32[3]", dtype: "int32", shape: [3], at: 0 } },
        results: [{ argument: "a" }, { type: "int32", dtype: "int32", shape: [] }],
      });
      expect([...new Int32Array(ran?.body ?? new ArrayBuffer(0), 0, 3)]).toEqual([5, -10, 15]);
    }
  });

  it("reports a kernel as `lutra report --json` does", async () => {
    const [compiled] = await ask([compiling]);
    const { id } = compiled.header as { id: string };
    const [, reported] = await ask([compiling, { command: "report", id, board: "zedboard", clock: "50MHz" }]);
    expect(reported?.header).toMatchObject({
      ok: true,
      kernel: "scale",
      loops: [{ trips: 3 }],
      circuit: { clockMHz: 50 },
    });
  });

  it("writes a kernel in a form, and says what to do next", async () => {
    const [compiled] = await ask([compiling]);
    const id = (compiled.header as { id: string }).id;
    const build = { command: "build", id, to: "vitis", board: "zedboard", clock: "50MHz" };
    const [, built] = await ask([compiling, build]);
    expect(built?.header).toMatchObject({ ok: true, main: "scale.cpp", wantsData: true });
    const { files, steps } = (built ?? compiled).header as { files: Record<string, string>; steps: string[] };
    expect(files["hls.tcl"]).toContain("xc7z020clg484-1");
    expect(steps.join("\n")).toContain("vitis_hls");
  });

  it.each([
    ["diagnostics", { ...compiling, types: { a: "float32[3]", k: "float32[2]" } }],
    ["unknown-kernel", { command: "run", id: "none", on: "wasm", args: {} }],
    ["data", { ...compiling, types: { a: "int33[3]" } }],
  ])("answers %s, and goes on", async (kind, request) => {
    const [wrong, right] = await ask([request, compiling]);
    expect(wrong.header).toMatchObject({ ok: false, kind, message: expect.any(String) });
    expect(right?.header).toMatchObject({ ok: true });
  });
});

describe("what is no request", () => {
  it.each([
    [{}, "there is no command"],
    [[1, 2], "there is no command"],
    [{ command: "constructor" }, 'there is no command "constructor"; there is version, tools'],
    [{ command: "compile" }, "the field source of compile is missing"],
    [{ ...compiling, source: "scale.py" }, "the field source of compile"],
    [{ ...compiling, types: null }, "the field types of compile"],
    [{ ...compiling, types: { a: 3 } }, "the field types of compile"],
    [{ ...compiling, schedule: 3 }, "the field schedule of compile"],
    [{ command: "run", id: 3, on: "wasm", args: {} }, "the field id of run"],
    [{ command: "build", id: "x", to: null }, "the field to of build"],
  ])("%j is answered", async (request, message) => {
    const [wrong, right] = await ask([request, compiling]);
    expect(wrong.header).toMatchObject({
      ok: false,
      kind: "failure",
      message: expect.stringContaining(message),
    });
    expect(right?.header).toMatchObject({ ok: true });
  });

  it.each([
    [{ k: 3 }, "argument a is missing"],
    [{ a: 3, k: 3 }, "a value is missing, or is something else"],
    [{ a: { dtype: "constructor", shape: [3], at: 0 } }, "an array has a dtype, a shape, and a place"],
    [{ a: { dtype: "int32", shape: [-3], at: 0 } }, "an array has a dtype"],
    [{ a: { dtype: "int32", shape: "3", at: 0 } }, "an array has a dtype"],
    [{ a: { dtype: "int32", shape: [3], at: 4 } }, "an array has a dtype"],
    [{ a: { dtype: "int32", shape: [3], at: 800 } }, "the elements of an array are not in the message"],
    [
      { a: { dtype: "int32", shape: [2 ** 40, 2 ** 40], at: 0 } },
      "the elements of an array are not in the message",
    ],
    [{ a: { python: "complex", value: "1" } }, "a number of Python's is int, float or bool"],
  ])("%j are no arguments", async (args, message) => {
    const [compiled] = await ask([compiling]);
    const { id } = compiled.header as { id: string };
    const [, ran] = await ask([compiling, { command: "run", id, on: "reference", args }]);
    expect(ran?.header).toMatchObject({ ok: false, kind: "data", message: expect.stringContaining(message) });
  });
});

describe("shared memory", () => {
  const token = "00112233445566778899aabbccddeeff";
  const types = { a: "int32[20000]", k: "python int" };
  const args = { a: { dtype: "int32", shape: [20000], at: 0 }, k: { python: "int", value: "5" } };

  /** A file stands for it. */
  async function withSegment(act: (fd: number) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "lutra-segment-"));
    const fd = openSync(join(folder, "memory"), "w+");
    try {
      await act(fd);
    } finally {
      closeSync(fd);
      rmSync(folder, { recursive: true });
    }
  }

  it("has the bodies of large messages, in both directions", () =>
    withSegment(async (fd) => {
      const [, compiled] = await ask([{ command: "version" }, { ...compiling, types }]);
      const { id } = (compiled ?? bug("no answer")).header as { id: string };
      for (const on of ["wasm", "reference"]) {
        const given = new Uint8Array(Int32Array.from({ length: 20000 }, (_, i) => i).buffer);
        const contents = [Buffer.from(token, "hex"), null, given]; // before each message
        const sent = [
          writeFrame({ command: "version", segment: { fd, token } }, []),
          writeFrame({ ...compiling, types }, []),
          writeSharedFrame({ command: "run", id, on, args }, given.length),
        ];
        const [version, , ran] = await answersTo(sent, (message) => {
          const content = contents[message];
          if (content) writeSync(fd, content, 0, content.length, 0);
        });
        expect(version?.header).toMatchObject({ ok: true, segment: true });
        expect(ran).toMatchObject({ header: { ok: true, args: { a: { at: 0 } } }, shared: 80000 + 8 });
        const found = new Uint8Array(80000);
        readSync(fd, found, 0, found.length, 0);
        const values = new Int32Array(found.buffer);
        expect([values[1], values[19999]]).toEqual([5, 99995]);
      }
    }));

  it("is not used where it is another's", () =>
    withSegment(async (fd) => {
      writeSync(fd, Buffer.from(token, "hex"), 0, 16, 0);
      for (const segment of [
        { fd, token: "ff".repeat(16) },
        { fd: 9999, token },
        { fd: 0, token },
      ]) {
        const [{ header }] = await ask([{ command: "version", segment }]);
        expect(header).toMatchObject({ ok: true });
        expect((header as { segment?: boolean }).segment ?? false).toBe(false);
      }
    }));

  it("that was not offered cannot have a body", async () => {
    await expect(answersTo([writeSharedFrame({ command: "version" }, 8)])).rejects.toThrow(FrameError);
  });
});

describe("arrays that a kernel only sets", () => {
  const text = "@pylog\ndef copy(a, b):\n    for i in range(3):\n        b[i] = a[i]\n";
  const copying = { ...compiling, source: { path: "copy.py", text }, kernel: "copy" };
  const types = { a: "int32[3]", b: "int32[3]" };
  const a = { dtype: "int32", shape: [3], at: 0 };
  const unread = { dtype: "int32", shape: [3], unread: true };
  const body = [new Uint8Array(Int32Array.of(1, 2, 3).buffer)];

  it("are named, and need not be sent", async () => {
    const [compiled] = await ask([{ ...copying, types }]);
    const { id } = compiled.header as { id: string };
    const run = { command: "run", id, on: "wasm", args: { a, b: unread } };
    const [, ran] = await ask([{ ...copying, types }, run], [[], body]);
    expect(ran?.header).toMatchObject({ ok: true, unread: ["b"] });
    expect([...new Int32Array(ran?.body ?? new ArrayBuffer(0), 0, 3)]).toEqual([1, 2, 3]);
  });

  it.each([
    ["wasm", { a: unread, b: a }, "the elements of argument a are missing"],
    ["reference", { a, b: unread }, "the elements of argument b are missing"],
  ])("and no others: on %s", async (on, args, message) => {
    const [compiled] = await ask([{ ...copying, types }]);
    const { id } = compiled.header as { id: string };
    const [, ran] = await ask(
      [
        { ...copying, types },
        { command: "run", id, on, args },
      ],
      [[], body],
    );
    expect(ran?.header).toMatchObject({ ok: false, kind: "data", message });
  });
});

/** Sends requests, each with the parts of its body, and gives the answers. */
async function ask(requests: readonly object[], bodies: readonly (readonly Uint8Array[])[] = []) {
  const sent = requests.map((request, i) => writeFrame(request, bodies[i] ?? []));
  const [first, ...others] = await answersTo(sent);
  if (first === undefined) throw new Error("no answer");
  return [first, ...others] as const;
}

/** `before` is told which frame is sent next. */
async function answersTo(
  frames: readonly (readonly Uint8Array[])[],
  before: (frame: number) => void = () => undefined,
): Promise<readonly Frame[]> {
  const answers: Uint8Array[] = [];
  async function* requests(): AsyncGenerator<Uint8Array> {
    for (const [i, frame] of frames.entries()) {
      before(i);
      yield* chunks(joined(frame), 4096);
    }
  }
  await serve({
    requests: requests(),
    answers: { write: (bytes) => answers.push(bytes.slice()) > 0, once: () => undefined },
  });
  return all(readFrames(chunks(joined(answers), 4096)));
}

async function* chunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
