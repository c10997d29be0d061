/** Words that every JavaScript object answers to name nothing in the tables of the compiler. */
import { describe, expect, it } from "vitest";
import { parseLiteral } from "../../src/call/python_literal.ts";
import { findBoard } from "../../src/device/board.ts";
import { findPart } from "../../src/device/part.ts";
import { parseSchedule } from "../../src/schedule/parse.ts";
import { parseType } from "../../src/types/parse.ts";
import { survive } from "./survive.ts";

const inherited = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];

describe.each(inherited)("%s", (word) => {
  it.each([
    `x = ${word}`,
    `x = ${word}(a)`,
    `x = a.${word}`,
    `x = a.${word}()`,
    `x = np.${word}`,
    `x = np.${word}(a)`,
    `x = np.random.${word}(a)`,
    `x = math.${word}(1)`,
    `x = np.zeros(4, dtype="${word}")`,
    `x = a.astype("${word}")`,
    `x = np.sum(a, ${word}=1)`,
    `x = np.iinfo(np.int8).${word}`,
    `for i in range(4).${word}():\n        pass`,
    `x: ${word} = 1`,
    `x: "${word}" = 1`,
  ])("is unknown in %s", (statement) => {
    const text = `import math\nimport numpy as np\nfrom pylog import *\n@pylog\ndef k(a: "int32[4]"):\n    ${statement}\n`;
    expect(survive(text)).toBe(false);
  });

  it("is an unknown keyword of the decorator, and an unknown annotation", () => {
    expect(survive(`@pylog(${word}=1)\ndef k(a: "int32[4]"):\n    a[0] = 1\n`)).toBe(false);
    expect(survive(`@pylog\ndef k(a: ${word}):\n    a[0] = 1\n`)).toBe(false);
  });

  it("is a name like any other where a kernel defines it", () => {
    expect(
      survive(`@pylog\ndef ${word}(a: "int32[4]"):\n    for ${word} in range(4):\n        a[${word}] = 1\n`),
    ).toBe(true);
  });

  it("is no board, part, type, primitive or Python literal", () => {
    expect(findBoard(word)).toMatchObject({ ok: false, message: `there is no board ${word}` });
    expect(findPart(word)).toMatchObject({ ok: false, message: `there is no part ${word}` });
    expect(parseType(word)).toMatchObject({ ok: false });
    expect(parseSchedule(`${word} i`)).toMatchObject({ ok: false });
    expect(parseSchedule(`pipeline i ${word}=1`)).toMatchObject({ ok: false });
    expect(() => parseLiteral(word)).toThrow("not a Python literal");
  });
});
