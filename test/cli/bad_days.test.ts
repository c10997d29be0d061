/** A disk that is full and a person who presses Ctrl-C, while a bitstream is made and while a board is called. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { builtCompiler } from "../python/package.ts";
import { lutra, write } from "./lutra.ts";
import { servedBoard } from "./served_board.ts";

const add = `from pylog import *

@pylog
def add(a: "int32[8]", b: "int32[8]"):
    for i in range(8):
        b[i] = a[i] + b[i]
`;

const { PATH, TMPDIR, LUTRA_CACHE } = process.env;
afterEach(() => {
  for (const [name, value] of Object.entries({ PATH, TMPDIR, LUTRA_CACHE }))
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
});

/** Programs in front of all others. */
function standIns(folder: string, scripts: Readonly<Record<string, string>>): void {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  process.env.PATH = `${bin}:${PATH}`;
  process.env.LUTRA_CACHE = join(folder, "cache");
}

const synthesizes = "echo '{}' > netlist.json; echo > cells.v";
const fills = "head -c 4000000 /dev/zero > large 2>/dev/null";

/** A file system of a megabyte; whoever may not make one has not this test. */
const mayMount = process.platform === "linux" && process.getuid?.() === 0 && canMount();

function canMount(): boolean {
  return inDirectory((folder) => {
    const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder]);
    if (status === 0) spawnSync("umount", [folder]);
    return status === 0;
  });
}

describe.skipIf(!mayMount)("a disk that is full", () => {
  it.each([
    ["synthesis", { yosys: fills }, "yosys: the disk is full; TMPDIR names"],
    ["synthesis, which fails", { yosys: `${fills}; exit 1` }, "yosys: the disk is full; TMPDIR names"],
    [
      "place and route",
      { yosys: synthesizes, "nextpnr-ice40": fills },
      "nextpnr-ice40: the disk is full; TMPDIR names",
    ],
  ])("during %s is said to be, and nothing is left", async (_, scripts, message) => {
    await inDirectory(async (folder) => {
      const small = join(folder, "small");
      mkdirSync(small);
      spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", small]);
      try {
        standIns(folder, scripts);
        process.env.TMPDIR = small;
        const words = ["--to", "bitstream", "--board", "icebreaker", "-o", join(folder, "out")];
        const { err, status } = await lutra("build", write(folder, "add.py", add), ...words);
        expect(err).toContain(`error: ${message}`);
        expect(status).toBe(2);
        expect(readdirSync(small)).toEqual([]);
        expect(readdirSync(folder).sort()).toEqual(["add.py", "bin", "small"]);
      } finally {
        spawnSync("umount", [small]);
      }
    });
  });
});

function started(words: readonly string[]): {
  readonly child: ChildProcess;
  readonly ended: Promise<number | string>;
} {
  const child = spawn(process.execPath, [join(builtCompiler(), "bin", "lutra.js"), ...words], {
    stdio: "ignore",
  });
  const ended = new Promise<number | string>((resolve) =>
    child.on("exit", (status, signal) => resolve(status ?? signal ?? "")),
  );
  return { child, ended };
}

describe.skipIf(process.platform === "win32")("Ctrl-C", () => {
  it("while a bitstream is made ends the tools too, and leaves nothing", async () => {
    builtCompiler();
    await inDirectory(async (folder) => {
      standIns(folder, { yosys: `touch ${folder}/begun; sleep 100; touch ${folder}/late` });
      process.env.TMPDIR = join(folder, "tmp");
      mkdirSync(process.env.TMPDIR);
      const file = write(folder, "add.py", add);
      const words = ["build", file, "--to", "bitstream", "--board", "icebreaker", "-o", join(folder, "out")];
      const { child, ended } = started(words);
      while (!existsSync(join(folder, "begun"))) await pause(50);
      child.kill("SIGINT");
      expect(await ended).toBe(130);
      expect(readdirSync(join(folder, "tmp"))).toEqual([]);
      expect(readdirSync(folder).sort()).toEqual(["add.py", "begun", "bin", "tmp"]);
    });
  });

  it("while a board is called: nothing is written, and the next call finds the board ready", async () => {
    builtCompiler();
    await inDirectory(async (folder) => {
      process.env.LUTRA_CACHE = join(folder, "cache");
      const file = write(folder, "add.py", add);
      let sent = 0;
      let stop = (): void => {};
      const board = await servedBoard(file, {
        passed: (bytes) => {
          sent += bytes.length;
          if (sent > 60) stop(); // arguments are on their way
        },
      });
      const words = ["run", file, "--on", "board", "--board", "icebreaker", "--port", board.port];
      const { child, ended } = started([...words, "--out", join(folder, "out")]);
      stop = () => void child.kill("SIGINT");
      expect(await ended).toBe("SIGINT");
      expect(existsSync(join(folder, "out"))).toBe(false);
      stop = () => {};
      expect(await lutra(...words)).toMatchObject({ status: 0 });
      await board.end();
    });
  });
});
