/** How a diagnostic looks, and what a program is told. */
import { describe, expect, it } from "vitest";
import { allCodes, diagnose } from "../../src/diagnostics/catalogue/index.ts";
import type { Diagnostic, SourceFile } from "../../src/diagnostics/diagnostic.ts";
import { lineTable, positionAt } from "../../src/diagnostics/positions.ts";
import { countLine, diagnosticJson, renderAll, renderDiagnostic } from "../../src/diagnostics/render.ts";

const plain = { color: false };

function file(text: string): SourceFile {
  return { path: "sum.py", text };
}

function about(source: SourceFile, part: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const from = source.text.indexOf(part);
  return { code: "c", severity: "error", span: { from, to: from + part.length }, message: "m", ...more };
}

describe("one diagnostic", () => {
  it("shows code, message, place, source line, mark and help", () => {
    const source = file("def f(total):\n    return totl\n");
    const d = diagnose("unknown-name", about(source, "totl").span, {
      name: "totl",
      suggestion: "total",
      missing: null,
    });
    expect(renderDiagnostic(source, d, plain)).toBe(
      [
        "error[unknown-name]: `totl` is not defined",
        " --> sum.py:2:12",
        "  |",
        "2 |     return totl",
        "  |            ^^^^",
        "  = help: did you mean `total`?",
      ].join("\n"),
    );
  });

  it("shows notes with their own lines, all gutters of one width", () => {
    const source = file(`a = 1\n${"\n".repeat(8)}b = a\n`);
    const note = { span: { from: 0, to: 1 }, message: "assigned here" };
    expect(renderDiagnostic(source, about(source, "b", { notes: [note] }), plain)).toBe(
      [
        "error[c]: m",
        "  --> sum.py:10:1",
        "   |",
        "10 | b = a",
        "   | ^",
        "   = note: assigned here",
        "  --> sum.py:1:1",
        "   |",
        " 1 | a = 1",
        "   | -",
      ].join("\n"),
    );
  });

  it("expands tabs and counts columns in characters", () => {
    const source = file("\tx = 😀 + y\n");
    expect(renderDiagnostic(source, about(source, "y"), plain).split("\n").slice(1)).toEqual([
      " --> sum.py:1:10",
      "  |",
      "1 |     x = 😀 + y",
      "  |              ^",
    ]);
  });

  it("marks the first line of several and says how far they go", () => {
    const source = file("f(a,\n  b,\n  c)\n");
    expect(renderDiagnostic(source, about(source, "(a,\n  b,\n  c)"), plain)).toContain(
      "1 | f(a,\n  |  ^^^ to line 3",
    );
  });

  it("marks one column where nothing stands", () => {
    const source = file("x = 1 +\n");
    expect(renderDiagnostic(source, { ...about(source, "x"), span: { from: 7, to: 7 } }, plain)).toContain(
      "  |        ^",
    );
  });

  it("clips a long line around the span", () => {
    const source = file(`x = ${"a + ".repeat(100)}HERE${" + b".repeat(100)}`);
    const lines = renderDiagnostic(source, about(source, "HERE"), plain).split("\n");
    const mark = lines[4]?.indexOf("^^^^") ?? 0;
    expect(lines[3]?.length).toBeLessThan(140);
    expect(lines[3]?.slice(mark, mark + 4)).toBe("HERE");
  });

  it("uses color only when asked", () => {
    const source = file("x");
    const escapeCode = String.fromCharCode(27);
    expect(renderDiagnostic(source, about(source, "x"), plain)).not.toContain(escapeCode);
    expect(renderDiagnostic(source, about(source, "x"), { color: true })).toContain(escapeCode);
  });

  it("never lets control characters of the source reach the terminal", () => {
    const source = file("x = '\u001b[2J\u202e'");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not appear
    expect(renderDiagnostic(source, about(source, "x"), plain)).not.toMatch(/[\u001b\u202e]/);
  });
});

describe("all diagnostics", () => {
  const source = file("a\nb\nc\n");

  it("come in the order of the source, with a closing count", () => {
    const all = [about(source, "c", { severity: "warning" }), about(source, "a"), about(source, "b")];
    const text = renderAll(source, all, plain);
    expect([...text.matchAll(/sum\.py:(\d)/g)].map((m) => m[1])).toEqual(["1", "2", "3"]);
    expect(text.endsWith("\n\n2 errors, 1 warning\n")).toBe(true);
  });

  it("are counted in words", () => {
    expect(countLine([])).toBe("no errors");
    expect(countLine([about(source, "a")])).toBe("1 error");
  });
});

describe("for programs", () => {
  it("the same facts as JSON, positions from 1", () => {
    const source = file("\ufeffx = 'é' + \\\r\n  1\r\n");
    expect(diagnosticJson(source, about(source, "'é' + \\\r\n  1", { help: "h" }))).toEqual({
      code: "c",
      severity: "error",
      file: "sum.py",
      line: 1,
      column: 5,
      endLine: 2,
      endColumn: 4,
      message: "m",
      help: "h",
      notes: [],
    });
  });

  it("lines end as in Python: \\n, \\r\\n or \\r", () => {
    const table = lineTable(file("a\nb\r\nc\rd"));
    expect([0, 2, 5, 7].map((at) => positionAt(table, at))).toEqual(
      [1, 2, 3, 4].map((line) => ({ line, column: 1 })),
    );
  });

  it("codes are stable words", () => {
    for (const code of allCodes) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });
});
