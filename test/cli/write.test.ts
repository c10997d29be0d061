/** Where results go: only plain files are replaced, whole or not at all, and nobody else's. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write, writeNpy } from "./lutra.ts";

const source = '@pylog\ndef add(a: "int32[4]", b: "int32[4]"):\n    b[:] = a + b\n';
const isPosix = process.platform !== "win32";

function toPython(directory: string, output: string, ...words: readonly string[]) {
  return lutra("build", write(directory, "add.py", source), "--to", "python", "-o", output, ...words);
}

function toVerilog(directory: string, output: string, ...words: readonly string[]) {
  return lutra("build", join(directory, "add.py"), "--to", "verilog", "-o", output, ...words);
}

describe.skipIf(!isPosix)("what is no plain file", () => {
  it("a device is refused, and stays", () =>
    inDirectory(async (directory) => {
      const { status, err } = await toPython(directory, "/dev/null");
      expect(status).toBe(1);
      expect(err).toBe(
        "error: cannot write /dev/null: it is a device\n" +
          "help: only plain files are written; without the option, text goes to stdout\n",
      );
      expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    }));

  it("a pipe is refused, and nobody waits for a reader", () =>
    inDirectory(async (directory) => {
      const pipe = join(directory, "pipe.py");
      spawnSync("mkfifo", [pipe]);
      const { status, err } = await toPython(directory, pipe);
      expect(status).toBe(1);
      expect(err).toContain(`error: cannot write ${pipe}: it is a pipe\n`);
      expect(lstatSync(pipe).isFIFO()).toBe(true);
    }));

  it("a socket is refused", () =>
    inDirectory(async (directory) => {
      const path = join(directory, "socket.py");
      const server = createServer();
      await new Promise<void>((ready) => server.listen(path, ready));
      const { err } = await toPython(directory, path);
      expect(err).toContain(`error: cannot write ${path}: it is a socket\n`);
      server.close();
    }));

  it("a link to one is refused, and so is one that leads nowhere", () =>
    inDirectory(async (directory) => {
      const [device, nowhere] = [join(directory, "device.py"), join(directory, "nowhere.py")];
      symlinkSync("/dev/null", device);
      symlinkSync(join(directory, "missing"), nowhere);
      expect((await toPython(directory, device)).err).toContain(`cannot write ${device}: it is a device\n`);
      const lost = await toPython(directory, nowhere);
      expect(lost.err).toContain(`cannot write ${nowhere}: it is a link that leads nowhere\n`);
      expect(lstatSync(device).isSymbolicLink() && lstatSync(nowhere).isSymbolicLink()).toBe(true);
    }));

  it.each([
    ["--out", "it is a device; expected a directory"],
    ["--vcd", "it is a device"],
  ])("run %s /dev/null is refused", (option, why) =>
    inDirectory(async (directory) => {
      const on = option === "--vcd" ? ["--on", "verilog"] : [];
      const { status, err } = await lutra(
        "run",
        write(directory, "add.py", source),
        option,
        "/dev/null",
        ...on,
      );
      expect(status).toBe(1);
      expect(err).toContain(`/dev/null: ${why}\n`);
      expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
    }),
  );
});

describe.skipIf(!isPosix)("a file that is there", () => {
  it("is written through a link, which stays; its permissions stay too", () =>
    inDirectory(async (directory) => {
      const [real, link] = [write(directory, "real.py", "old"), join(directory, "link.py")];
      chmodSync(real, 0o600);
      symlinkSync("real.py", link);
      expect((await toPython(directory, link)).status).toBe(0);
      expect(readlinkSync(link)).toBe("real.py");
      expect(readFileSync(real, "utf8")).toContain("def add(");
      expect(statSync(real).mode & 0o777).toBe(0o600);
    }));

  it.skipIf(process.getuid?.() === 0)("is kept when it may not be written", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "kept.py", "old");
      chmodSync(path, 0o400);
      expect((await toPython(directory, path)).err).toContain("permission denied");
      expect(readFileSync(path, "utf8")).toBe("old");
    }),
  );

  it("is kept when the command reads it: data as well as the source and the schedule", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const data = writeNpy(directory, "a.npy", {
        dtype: "int32",
        shape: [4],
        data: Int32Array.of(1, 2, 3, 4),
      });
      const before = readFileSync(data);
      const { status, err } = await lutra("run", path, "--in", `a=${data}`, "--out", directory);
      expect(status).toBe(1);
      expect(err).toContain(`error: cannot write ${data}: this command reads it\n`);
      expect(readFileSync(data)).toEqual(before);
      expect(existsSync(join(directory, "b.npy"))).toBe(false);
    }));
});

describe("what fails leaves nothing behind", () => {
  it("neither files nor the directories made for them", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", source);
      const inFile = await toPython(directory, join(path, "deep", "out.py"));
      expect(inFile.status).toBe(1);
      expect(inFile.err).toContain("a part of the path is a file, not a directory");
      const long = await toPython(directory, join(directory, "new", "folder", `${"x".repeat(300)}.py`));
      expect(long.err).toContain("the name is too long");
      expect(readdirSync(directory)).toEqual(["add.py"]);
    }));

  it("a directory where a file goes", () =>
    inDirectory(async (directory) => {
      const folder = join(directory, "out");
      mkdirSync(join(folder, "add.v"), { recursive: true });
      write(directory, "add.py", source);
      const { status, err } = await toVerilog(directory, folder, "--force");
      expect(status).toBe(1);
      expect(err).toBe(`error: cannot write ${join(folder, "add.v")}: it is a directory\n`);
      expect(readdirSync(folder)).toEqual(["add.v"]);
    }));
});

describe("a directory of a build", () => {
  it("is written again after the kernel has changed, beside what make has left there", () =>
    inDirectory(async (directory) => {
      const folder = join(directory, "out");
      write(directory, "add.py", source);
      expect((await toVerilog(directory, folder)).status).toBe(0);
      write(folder, "simulation.vvp", "made by a Makefile");
      write(directory, "add.py", source.replace("a + b", "a - b"));
      expect((await toVerilog(directory, folder)).status).toBe(0);
      expect(readFileSync(join(folder, "add.v"), "utf8")).toContain(" - ");
      expect(existsSync(join(folder, "simulation.vvp"))).toBe(true);
    }));

  it("is refused where it holds files of somebody else, unless forced", () =>
    inDirectory(async (directory) => {
      const folder = join(directory, "mine");
      mkdirSync(folder);
      const makefile = write(folder, "Makefile", "all: precious\n");
      write(directory, "add.py", source);
      const { status, err } = await toVerilog(directory, folder);
      expect(status).toBe(1);
      expect(err).toBe(
        `error: -o ${folder}: the directory holds files that Lutra did not write: Makefile\n` +
          "help: name a directory that is new or empty, or add --force to write there all the same\n",
      );
      expect(readdirSync(folder)).toEqual(["Makefile"]);
      expect((await toVerilog(directory, folder, "--force")).status).toBe(0);
      expect(readFileSync(makefile, "utf8")).not.toContain("precious");
    }));

  it("keeps a file that was edited since, unless forced", () =>
    inDirectory(async (directory) => {
      const folder = join(directory, "out");
      write(directory, "add.py", source);
      await toVerilog(directory, folder);
      const circuit = join(folder, "add.v");
      writeFileSync(circuit, "// by hand\n");
      const { status, err } = await toVerilog(directory, folder);
      expect(status).toBe(1);
      expect(err).toBe(
        `error: cannot write ${circuit}: it was changed after Lutra wrote it\n` +
          "help: build into another directory, or add --force to write over it\n",
      );
      expect(readFileSync(circuit, "utf8")).toBe("// by hand\n");
      expect((await toVerilog(directory, folder, "--force")).status).toBe(0);
      expect((await toVerilog(directory, folder)).status).toBe(0);
    }));

  it("keeps a file that was put where one of Lutra's goes", () =>
    inDirectory(async (directory) => {
      const folder = join(directory, "out");
      write(directory, "add.py", source);
      await lutra("build", join(directory, "add.py"), "--to", "python", "-o", folder);
      const makefile = write(folder, "Makefile", "all: precious\n");
      const { err } = await toVerilog(directory, folder);
      expect(err).toContain(`error: cannot write ${makefile}: Lutra did not write it\n`);
      rmSync(makefile);
      expect((await toVerilog(directory, folder)).status).toBe(0);
    }));
});
