import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, write } from "./lutra.ts";

const scale = `from pylog import *

@pylog
def scale(a: "float32[4]", gain: float):
    total = 0
    for i in range(4):
        a[i] = a[i] * gain
        total += a[i]
    return total
`;

describe("lutra check", () => {
  it("shows the types of arguments, locals and results in columns", () =>
    inDirectory(async (directory) => {
      const { status, out, err } = await lutra("check", write(directory, "scale.py", scale));
      expect(err).toBe("");
      expect(status).toBe(0);
      expect(out).toMatch(/^scale {2}\S+scale\.py\n\n/);
      expect(out).toMatch(/arguments {2}a\s+float32\[4\]\s+written\n\s+gain\s+python float\n/);
      expect(out).toMatch(/locals\s+/);
      expect(out).toMatch(/returns\s+float32\n/);
      expect(out).toMatch(/\nok {2}checked in \d+ ms\n$/);
    }));

  it("says the same to a program with --json", () =>
    inDirectory(async (directory) => {
      const { status, out } = await lutra("check", write(directory, "scale.py", scale), "--json");
      const facts = JSON.parse(out);
      expect(status).toBe(0);
      expect(facts).toMatchObject({ ok: true, kernel: "scale", returns: ["float32"], diagnostics: [] });
      expect(facts.arguments).toEqual([
        { name: "a", type: "float32[4]", written: true },
        { name: "gain", type: "python float", written: false },
      ]);
    }));

  it("takes the types of arguments from --arg", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", "@pylog\ndef add(a, b):\n    return a + b\n");
      const { out } = await lutra("check", path, "--arg", "a=int8[2,3]", "--arg", "b=int16");
      expect(out).toMatch(/returns\s+int16\[2,3\]/);
    }));

  it("asks for --arg when an argument has no type", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "add.py", "@pylog\ndef add(a, b):\n    return a + b\n");
      const { status, err } = await lutra("check", path);
      expect(status).toBe(1);
      expect(err).toContain("--arg a=float32[64,64]");
    }));

  it("shows what is wrong with its place, and exits with 1", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "bad.py", '@pylog\ndef bad(a: "float32[4]"):\n    return a + missing\n');
      const text = await lutra("check", path);
      expect(text.status).toBe(1);
      expect(text.out).toBe("");
      expect(text.err).toContain("bad.py:3:16");
      const json = await lutra("check", path, "--json");
      expect(json.status).toBe(1);
      expect(JSON.parse(json.out)).toMatchObject({ ok: false, diagnostics: [{ line: 3, column: 16 }] });
    }));
});

describe("which kernel is meant", () => {
  const two =
    '@pylog\ndef first(a: "int8"):\n    return a\n\n@pylog\ndef second(a: "int16"):\n    return a\n';

  it("is said after a colon", () =>
    inDirectory(async (directory) => {
      const { out } = await lutra("check", `${write(directory, "two.py", two)}:second`);
      expect(out).toMatch(/^second/);
      expect(out).toMatch(/returns\s+int16/);
    }));

  it("must be said when there are several", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "two.py", two);
      const { status, err } = await lutra("check", path);
      expect(status).toBe(1);
      expect(err).toBe(`error: ${path} has 2 kernels: first, second\nhelp: say which one: ${path}:first\n`);
    }));

  it("must be there", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "two.py", two);
      const { status, err } = await lutra("check", `${path}:secnd`);
      expect(status).toBe(1);
      expect(err).toBe(
        `error: ${path} has no kernel secnd: it has first, second\nhelp: did you mean ${path}:second?\n`,
      );
    }));

  it("is the marked one among plain functions", () =>
    inDirectory(async (directory) => {
      const source = `def twice(x):\n    return x * 2\n\n@pylog\ndef kernel(a: "int8"):\n    return a\n`;
      const { out } = await lutra("check", write(directory, "k.py", source));
      expect(out).toMatch(/^kernel/);
    }));

  it("must be marked", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "k.py", `def twice(x):\n    return x * 2\n`);
      const { status, err } = await lutra("check", `${path}:twice`);
      expect(status).toBe(1);
      expect(err).toBe(
        `error: twice in ${path} is not marked as a kernel\nhelp: write @pylog above def twice\n`,
      );
    }));

  it("code under __main__ is not run", () =>
    inDirectory(async (directory) => {
      const main = 'if __name__ == "__main__":\n    import os\n    os.abort()\n    scale(None, 1)\n';
      const { status } = await lutra("check", write(directory, "scale.py", `${scale}\n${main}`));
      expect(status).toBe(0);
    }));
});

describe("input that cannot be read", () => {
  it("a file that is not there", async () => {
    const { status, err } = await lutra("check", "nowhere.py");
    expect(status).toBe(1);
    expect(err).toBe("error: cannot read nowhere.py: no such file or directory\n");
  });

  it("a directory", () =>
    inDirectory(async (directory) => {
      const { status, err } = await lutra("check", directory);
      expect(status).toBe(1);
      expect(err).toBe(`error: cannot read ${directory}: it is a directory\n`);
    }));

  it("bytes that are no text", () =>
    inDirectory(async (directory) => {
      const { writeFileSync } = await import("node:fs");
      const path = write(directory, "x.py", "");
      writeFileSync(path, Uint8Array.of(0xff, 0xfe, 0, 1));
      const { status, err } = await lutra("check", path);
      expect(status).toBe(1);
      expect(err).toContain("it is not UTF-8 text");
    }));

  it("an empty file has no kernel", () =>
    inDirectory(async (directory) => {
      const { status, err } = await lutra("check", write(directory, "empty.py", ""));
      expect(status).toBe(1);
      expect(err).toMatch(/error/);
    }));
});

describe("--arg that makes no sense", () => {
  it.each([
    ["a", /--arg a: expected NAME=VALUE/],
    ["a=", /expected NAME=VALUE/],
    [
      "gaim=float64",
      /--arg: scale has no argument gaim: its arguments are a, gain\nhelp: did you mean gain\?/,
    ],
    ["a=float33[4]", /\n {2}--arg a=float33\[4\]\n {2} {8}\^\nhelp: types are written/],
    ["a=float32[4", /\n {2}--arg a=float32\[4\n +\^\n/],
  ])("%s", (option, message) =>
    inDirectory(async (directory) => {
      const { status, err } = await lutra("check", write(directory, "scale.py", scale), "--arg", option);
      expect(status).toBe(1);
      expect(err).toMatch(message);
    }),
  );

  it("twice for one argument", () =>
    inDirectory(async (directory) => {
      const path = write(directory, "scale.py", scale);
      const { err } = await lutra("check", path, "--arg", "a=int8[4]", "--arg", "a=int16[4]");
      expect(err).toBe("error: --arg gives argument a twice\n");
    }));
});

describe("help", () => {
  it.each([
    [["--help"]],
    [["check", "--help"]],
    [["run", "--help"]],
    [["build", "--help"]],
    [["tools", "--help"]],
  ])("%j shows examples and exits with 0", async (words) => {
    const { status, out } = await lutra(...words);
    expect(status).toBe(0);
    expect(out).toContain("Examples:");
  });

  it.each([[["chekc", "x.py"]], [["check"]], [["run", "x.py", "--frob"]]])(
    "%j is a usage error: 1",
    async (words) => {
      const { status, err } = await lutra(...words);
      expect(status).toBe(1);
      expect(err).toContain("error:");
    },
  );
});
