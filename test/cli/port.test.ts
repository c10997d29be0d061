/** Boards at ports: calls over a pseudo-terminal and a socket, and what is said on a bad day. */
import { chmodSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { keepBitstream } from "../../src/deploy/bitstreams.ts";
import { openPort } from "../../src/outside/port/index.ts";
import { offerPort } from "../../src/outside/port/offer.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { pythonAvailable } from "../python/package.ts";
import { lutra, type Seen, write } from "./lutra.ts";
import { circuitOf, servedBoard } from "./served_board.ts";

const add = `from pylog import *

@pylog
def add(a: "int32[8]", b: "int32[8]", c: "int32[8]"):
    for i in range(8):
        c[i] = a[i] + b[i]
    return c[3]
`;
const other = add.replace("a[i] + b[i]", "a[i] - b[i]");

const cache = process.env.LUTRA_CACHE;
afterEach(() => {
  if (cache === undefined) delete process.env.LUTRA_CACHE;
  else process.env.LUTRA_CACHE = cache;
});

interface Bench {
  readonly folder: string;
  readonly file: string;
  readonly run: (port: string, ...more: readonly string[]) => Promise<Seen>;
}

/** A kernel in a folder of its own, and a bitstream of it in the cache, so that none is made. */
async function onBench(act: (bench: Bench) => Promise<void>): Promise<void> {
  await inDirectory(async (folder) => {
    process.env.LUTRA_CACHE = join(folder, "cache");
    const file = write(folder, "add.py", add);
    await keepBitstream("add", circuitOf(file, "icebreaker"), {
      ...{ bytes: new Uint8Array(4), clockMHz: 24, reachedMHz: 30, baud: 1_000_000, used: {} },
      ...{ verilog: "", constraints: { name: "pins.pcf", text: "" } },
    });
    const words = ["--on", "board", "--board", "icebreaker"];
    await act({
      folder,
      file,
      run: (port, ...more) => lutra("run", file, ...words, "--port", port, ...more),
    });
  });
}

/** Ports of both kinds. */
const kinds = [
  ["a socket", () => "tcp://127.0.0.1:0"],
  ["a pseudo-terminal", (folder: string) => join(folder, "port")],
] as const;

describe.each(kinds)("a board behind %s", (kind, nameIn) => {
  const cannot = kind === "a pseudo-terminal" && !pythonAvailable();

  it.skipIf(cannot)("gives what the reference gives, call after call", async () => {
    await onBench(async ({ folder, file, run }) => {
      const board = await servedBoard(file, { port: nameIn(folder) });
      for (const seed of ["1", "2"]) {
        const found = JSON.parse((await run(board.port, "--json", "--seed", seed)).out);
        const expected = JSON.parse((await lutra("run", file, "--json", "--seed", seed)).out);
        expect(found.arguments).toEqual(expected.arguments);
        expect(found.returns).toEqual(expected.returns);
        expect(found.hardware).toMatchObject({ sim: null, cycles: found.hardware.predicted.most });
      }
      await board.end();
    });
  });

  it.skipIf(cannot)("that has another kernel: the command that loads this one is told", async () => {
    await onBench(async ({ folder, run }) => {
      const board = await servedBoard(write(folder, "other.py", other), { port: nameIn(folder) });
      const { err, status } = await run(board.port);
      expect(err).toContain(
        `error: the board on ${board.port} has another kernel, or another version of add\n`,
      );
      const [kept = ""] = readdirSync(join(folder, "cache", "bitstreams"));
      expect(err).toContain(`help: \`lutra flash ${join(folder, "cache", "bitstreams", kept)}\` loads add\n`);
      expect(status).toBe(2);
      await board.end();
    });
  });

  it.skipIf(cannot)("that does not answer", async () => {
    await onBench(async ({ folder, run }) => {
      const offered = await offerPort(nameIn(folder));
      const { err, status } = await run(offered.name);
      expect(err).toContain(`error: nothing answers on ${offered.name} at 1000000 baud\n`);
      expect(err).toContain("help: is add on the board, and this its port? `lutra flash ");
      expect(status).toBe(2);
      offered.close();
    });
  });

  it.skipIf(cannot)("that talks of other things without end", async () => {
    await onBench(async ({ folder, run }) => {
      const offered = await offerPort(nameIn(folder));
      const chatter = setInterval(
        () => offered.send(new TextEncoder().encode("$GPGGA,092750.000,5321\r\n")),
        2,
      );
      const { err } = await run(offered.name);
      clearInterval(chatter);
      expect(err).toContain(`error: something talks on ${offered.name} at 1000000 baud that is no kernel`);
      offered.close();
    });
  });

  it.skipIf(cannot)("that is unplugged in the middle of a call: nothing is written", async () => {
    await onBench(async ({ folder, file, run }) => {
      let sent = 0;
      const board = await servedBoard(file, {
        port: nameIn(folder),
        passed: (bytes) => {
          sent += bytes.length;
          if (sent > 60) void board.end(); // arguments are on their way
        },
      });
      const { err, status } = await run(board.port, "--out", join(folder, "out"));
      expect(err).toContain(`error: ${board.port} went away while add was on it\n`);
      expect(err).toContain("help: plug icebreaker in, and call again; arrays are as they were");
      expect(status).toBe(2);
      expect(readdirSync(folder)).not.toContain("out");
      await board.end();
    });
  });
});

describe("a port", () => {
  it("that is not there", async () => {
    await onBench(async ({ folder, run }) => {
      const { err, status } = await run(join(folder, "nowhere"));
      expect(err).toContain(`error: cannot open ${join(folder, "nowhere")}: there is no such port\nhelp: `);
      expect(status).toBe(2);
    });
  });

  it("that is a file", async () => {
    await onBench(async ({ file, run }) => {
      expect((await run(file)).err).toContain(`${file} is a file, no serial port`);
    });
  });

  it("that nobody listens at", async () => {
    await onBench(async ({ run }) => {
      const offered = await offerPort("tcp://127.0.0.1:0");
      offered.close();
      expect((await run(offered.name)).err).toContain(
        `cannot connect to ${offered.name}: nobody listens there`,
      );
    });
  });

  it.each(["tcp://", "tcp://localhost", "tcp://localhost:99999", "tcp://a b:1"])(
    "%s is none",
    async (port) => {
      await onBench(async ({ run }) => {
        expect(await run(port)).toMatchObject({
          status: 1,
          err: expect.stringContaining("expected tcp://HOST:NUMBER"),
        });
      });
    },
  );

  it.skipIf(!pythonAvailable())("that may not be opened", async () => {
    await inDirectory(async (folder) => {
      const offered = await offerPort(join(folder, "port"));
      const terminal = realpathSync(offered.name);
      const isRoot = process.getuid?.() === 0;
      chmodSync(terminal, isRoot ? 0o600 : 0);
      if (isRoot) process.seteuid?.(65_534);
      try {
        await expect(openPort(terminal, 115_200)).rejects.toThrow(
          `cannot open ${terminal}: permission denied`,
        );
      } finally {
        if (isRoot) process.seteuid?.(0);
        offered.close();
      }
    });
  });

  it.skipIf(!pythonAvailable() || process.platform !== "linux")("that another program has", async () => {
    await inDirectory(async (folder) => {
      const offered = await offerPort(join(folder, "port"));
      const first = await openPort(offered.name, 115_200);
      await expect(openPort(offered.name, 115_200)).rejects.toThrow("it is in use");
      await first.close();
      await (await openPort(offered.name, 115_200)).close();
      offered.close();
    });
  });

  it("takes one host at a time, where it is a socket", async () => {
    const offered = await offerPort("tcp://127.0.0.1:0");
    const first = await openPort(offered.name, 115_200);
    await first.send(Uint8Array.of(1));
    expect([...(await offered.receive(5000))]).toEqual([1]);
    const second = await openPort(offered.name, 115_200);
    await expect(second.receive(5000)).rejects.toThrow("closed");
    await first.close();
    offered.close();
  });
});
