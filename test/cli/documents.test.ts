/** What the documents show is true. */
import { existsSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { compile, explain, run } from "../../src/index.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { findNumpy } from "../numpy/server.ts";
import type { WireArray } from "../numpy/wire.ts";
import { lutra, write } from "./lutra.ts";

const documents = ["README.md", "docs/language.md", "docs/hardware.md"];

describe.each(documents)("%s", (path) => {
  const kernels = blocks(path, "python").filter((text) => text.includes("@pylog"));

  it.each(kernels.map((text) => [/def (\w+)/.exec(text)?.[1], text]))("the kernel %s compiles", (_, text) => {
    const result = compile({ path, text: text ?? "" });
    expect(result.ok ? "" : explain(result)).toBe("");
  });
});

it("examples that help shows are there", async () => {
  const { out } = await lutra("--help");
  const commands = [...out.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name ?? "");
  expect(commands).toContain("build");
  for (const command of commands) {
    const { out: help } = await lutra(command, "--help");
    for (const [path] of help.matchAll(/\bexamples\/[\w./]+\.(?:py|schedule|onnx|png)/g))
      expect(existsSync(path), `${command}: ${path}`).toBe(true);
  }
});

describe("README.md", () => {
  it("its commands are those that exist", async () => {
    const { out } = await lutra("--help");
    for (const command of ["check", "run", "build", "tools"])
      expect(out).toMatch(new RegExp(`^ {2}${command} `, "m"));
    for (const script of ["demo", "test"]) {
      const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
        scripts: Record<string, string>;
      };
      expect(scripts[script]).toBeDefined();
    }
  });

  it("every file it links to is there", () => {
    for (const document of ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"]) {
      const links = readFileSync(document, "utf8").matchAll(/\]\((?!http|#)([^)#]+)/g);
      for (const [, link] of links) expect(existsSync(link ?? ""), `${document}: ${link}`).toBe(true);
    }
  });
});

const numpy = await findNumpy();
afterAll(() => numpy?.close());

describe.skipIf(numpy === null)("docs/language.md", () => {
  it("the code around its kernel `transform` is run as CPython runs it", async () => {
    const [text = ""] = blocks("docs/language.md", "python").filter((block) =>
      block.includes("def transform"),
    );
    const block = Int16Array.from({ length: 64 }, (_, i) => ((i * 37) % 256) - 128);
    const out = new Int32Array(64);
    const kernel = compile({ path: "language.md", text });
    if (!kernel.ok) throw new Error(explain(kernel));
    run(kernel, { block, out });
    const args = { block: wire("int16", [8, 8], block), out: wire("int32", [64], new Int32Array(64)) };
    const theirs = await numpy?.run({ text, kernel: "transform", args });
    expect(theirs).toMatchObject({ ok: true, args: { out: wire("int32", [64], out) } });
  });
});

function wire(dtype: string, shape: readonly number[], data: Int16Array | Int32Array): WireArray {
  return { dtype, shape, data: Buffer.from(data.buffer).toString("base64") };
}

describe("docs/hardware.md", () => {
  const [kernel = ""] = blocks("docs/hardware.md", "python");
  const reports = [...readFileSync("docs/hardware.md", "utf8").matchAll(/^```report(.*)\n([\s\S]*?)^```/gm)];

  it("shows reports", () => expect(reports).toHaveLength(4));

  it.each(reports.map(([, schedule = "", text = ""]) => [schedule.trim(), text]))(
    "its report under %j is what comes out",
    (schedule, text) =>
      inDirectory(async (directory) => {
        const path = write(directory, "weigh.py", kernel);
        const file = write(directory, "steps", `${schedule.replaceAll("; ", "\n")}\n`);
        const steps = schedule === "none" ? schedule : file;
        const { out } = await lutra("report", path, ...(schedule === "" ? [] : ["--schedule", steps]));
        const plain = (line: string): string => line.trim().replaceAll(/\s+/g, " ");
        const shown = out.split("\n").map(plain);
        for (const line of text.trim().split("\n")) expect(shown).toContain(plain(line));
      }),
  );
});

function blocks(path: string, language: string): readonly string[] {
  const found = readFileSync(path, "utf8").matchAll(
    new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm"),
  );
  return [...found].map((match) => match[1] ?? "");
}
