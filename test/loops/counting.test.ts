/** `while` loops that count are `for` loops once lowered: what they leave is what Python leaves. */
import { describe, expect, it } from "vitest";
import { forLoops } from "../../src/loops/find.ts";
import { lower } from "../../src/loops/lower/index.ts";
import { prepareLoops, printLoops } from "../../src/loops/program.ts";
import { statementsIn } from "../../src/loops/walk.ts";
import { left, programInParts } from "../backend/wasm-build.ts";
import { countingKernel, programOf } from "./counting.ts";

function lowered(lines: readonly string[]) {
  const result = lower(programOf(lines));
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
  return result.loops;
}

/** The heads of the loops, as they are printed. */
function heads(...lines: readonly string[]): readonly string[] {
  const printed = printLoops(lowered(lines)).split("\n");
  return printed.map((line) => line.trim()).filter((line) => /^(for|while) /.test(line));
}

describe("a while loop is a for loop", () => {
  it("that counts up to a constant", () => {
    expect(heads("s = i = 0", "while i < 24:", "    s += int(a[i])", "    i += 1", "return s")).toEqual([
      "for while_ in range(24):",
    ]);
  });

  it("which a schedule calls by its old name", () => {
    const loops = lowered(["s = i = 0", "while i < 24:", "    s += int(a[i])", "    i += 1", "return s"]);
    expect(forLoops(loops).map(({ name }) => name)).toEqual(["while"]);
  });

  it("that counts down, in steps, to a bound that is included", () => {
    const body = ["s = 0", "i = 20", "while i >= 2:", "    s = 2 * s + int(a[i])", "    i -= 3", "return s"];
    expect(heads(...body)).toEqual(["for while_ in range(7):"]);
  });

  it("whose bound is an argument, on either side of the comparison", () => {
    expect(heads("s = i = 0", "while n >= i:", "    s += i * i", "    i = i + 2", "return s")).toEqual([
      "for while_ in range(0, int(n) + 1, 2):",
    ]);
  });

  it("that begins where another one is", () => {
    const inner = [
      "    j = i + 1",
      "    while j < 24:",
      "        s += int(a[j])",
      "        j += 1",
      "    i += 1",
    ];
    expect(heads("s = i = 0", "while i < 24:", ...inner, "return s")).toEqual([
      "for while_ in range(24):",
      "for while_1 in range(while_ + 1, 24):",
    ]);
  });
});

describe("a while loop stays one", () => {
  const stays = (...lines: readonly string[]): void => {
    const loops = lowered(lines);
    expect([...statementsIn(loops.body)].filter(({ kind }) => kind === "while")).toHaveLength(1);
  };

  it("where the counter is set twice", () =>
    stays(
      "s = i = 0",
      "while i < 24:",
      "    s += i",
      "    if n > 3:",
      "        i += 1",
      "    i += 1",
      "return s",
    ));

  it("where the bound changes", () =>
    stays("i = 0", "j = 24", "while i < j:", "    i += 1", "    j -= 1", "return i"));

  it("where it goes on before it counts", () =>
    stays("i = 0", "while i < int(n):", "    if i > 5:", "        continue", "    i += 1", "return i"));

  it("where the counter runs away from the bound", () =>
    stays("i = 5", "while i < int(n):", "    i -= 1", "    if i < -9:", "        break", "return i"));

  it("where one more than the bound may not be a number", () =>
    stays("i = 0", "while i <= int(m):", "    i += 1", "    if i > 99:", "        break", "return i"));

  it("where it may be left early, in another loop", () => {
    const inner = [
      "    i = 0",
      "    while i < 24:",
      "        if a[i] == q:",
      "            break",
      "        i += 1",
    ];
    stays("s = 0", "for q in range(4):", ...inner, "    s += i", "return s");
  });

  it("where the counter is NumPy's", () => stays("i = n", "while i < 24:", "    i = i + 1", "return i"));
});

describe("what random loops leave", () => {
  const count = Number(process.env.LUTRA_COUNT ?? 150);
  const first = Number(process.env.LUTRA_SEED ?? 1);
  const seeds = Array.from({ length: count }, (_, k) => first + k);

  it.each(seeds)("with seed %i", (seed) => {
    const { program, args } = countingKernel(seed);
    const result = lower(program);
    if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join("\n"));
    expect(left(prepareLoops(result.loops), args)).toEqual(left(programInParts(program), args));
  });
});
