/** What a circuit calls its signals, and what it says of where they came from. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/driver/compile.ts";
import { verilog } from "../../src/driver/verilog.ts";

function built(path: string, steps: string | null = null, source = readFileSync(path, "utf8")): string {
  const compiled = compile({ path, text: source });
  if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join("; "));
  const { main, files } = verilog(compiled, {
    schedule: steps === null ? "none" : { path: "s.schedule", text: steps },
  });
  return files.get(main) ?? "";
}

/** Of everything that is declared in it, in order. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/^ {2}(?:wire|reg) (?:\[\d+:0\] )?(\w+) =/gm)].map(([, name = ""]) => name);
}

const anonymous =
  /^(?:or|and|not|mux|add|sub|mul|eq|ne|ult|ule|slt|sle|concat|extend|value|product|row)_?\d*$/;

const examples = ["smith_waterman", "fir_fixed", "histogram", "sobel"];

describe("names", () => {
  it.each(examples)("of examples/%s.py come from its source, each once, the same every time", (name) => {
    const path = `examples/${name}.py`;
    const text = built(path);
    expect(namesIn(text).filter((one) => anonymous.test(one))).toEqual([]);
    expect(new Set(namesIn(text)).size).toBe(namesIn(text).length);
    expect(built(path)).toBe(text);
    const lines = readFileSync(path, "utf8").split("\n");
    for (const [, number = "", line] of text.matchAll(/^ +\/\/ line (\d+): (.*)$/gm))
      expect(lines[Number(number) - 1]?.trim().replaceAll(/\s+/g, " ")).toBe(line);
  });

  it("are the variables that get a value, the operation where it is a part of one, and arrays for places in them", () => {
    const source = `from pylog import *

@pylog
def mix(a: "int16[8,8]", b: "int16[8,8]", c: "int32[8,8]"):
    for i in range(8):
        for j in range(8):
            near = a[i, j] ^ b[j, i]
            far = (near + 3) * (near - b[i, j])
            c[i, 7 - j] = far if far > near * 5 else near
`;
    const text = built("mix.py", "pipeline j", source);
    const names = namesIn(text).join(" ");
    expect(names).toMatch(/\bnear_line7\b/);
    expect(names).toMatch(/\bfar_line8\b/);
    expect(names).toMatch(/\ba_index_line7\b/);
    expect(text).toMatch(/^ +\/\/ line 7: near = a\[i, j\] \^ b\[j, i\]$/m);
  });
});
