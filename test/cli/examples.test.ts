import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { demo } from "../../src/cli/demo.ts";
import { lutra } from "./lutra.ts";

const examples = readdirSync("examples").filter((name) => name.endsWith(".py"));

describe("every example", () => {
  it("is one of a dozen", () => {
    expect(examples.length).toBeGreaterThanOrEqual(12);
  });

  it.each(examples)("%s is accepted without a warning, and runs as it stands", async (name) => {
    const checked = await lutra("check", `examples/${name}`, "--json");
    expect(JSON.parse(checked.out)).toMatchObject({ ok: true, diagnostics: [] });
    const run = await lutra("run", `examples/${name}`, "--json");
    expect(JSON.parse(run.out)).toMatchObject({ ok: true });
    const facts = JSON.parse(run.out) as { arguments: { nan: number }[]; returns: { nan: number }[] };
    for (const { nan } of [...facts.arguments, ...facts.returns]) expect(nan).toBe(0);
  });
});

describe("the demo", () => {
  const seen = (color: boolean): string => {
    let out = "";
    const out_ = (text: string): void => {
      out += text;
    };
    demo({ out: out_, err: out_, color, errorColor: color, interactive: false });
    return out;
  };

  it("shows kernels, types, pictures and times in plain text", () => {
    const text = seen(false);
    for (const part of [
      "2-D convolution",
      "Matrix multiply",
      "Histogram",
      "float32[64,64]",
      "▓",
      "ran 262144 multiply-adds in",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("\x1b");
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  it("uses greys where there are colours", () => {
    expect(seen(true)).toContain("\x1b[38;5;");
  });
});
