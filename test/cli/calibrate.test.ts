/** `--type` and `lutra calibrate`: a network in other numbers, stated or chosen by data. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { withDigits } from "./calibrate_files.ts";
import { lutra } from "./lutra.ts";

describe("--type", () => {
  it("is the type of inputs, weights, layers and results", () =>
    withDigits(async ({ model }) => {
      const { out } = await lutra("check", model, "--type", "fixed<12,5>");
      expect(out).toMatch(/arguments\s+x\s+fixed<12,5>\[1,1,8,8\]/);
      expect(out).toMatch(/conv\s+fixed<12,5>\[1,3,6,6\]/);
      expect(out).toMatch(/returns\s+fixed<12,5>\[1,4\]/);
    }));

  it("rounds floats after each operation, and fixed values where they are stored: sums have the bits they need", () =>
    withDigits(async ({ model }) => {
      const loops = async (type: string): Promise<string> =>
        (await lutra("build", model, "--type", type, "--to", "loops")).out;
      expect(await loops("float<5,4>")).not.toContain("np.float32");
      const fixed = await loops("fixed<12,5,nearest_even,saturate>");
      expect(fixed).toMatch(/conv_acc = _wrap\(conv_acc \+ .*, 27, True\)/); // 9 products of up to 2^22
      expect(fixed).toMatch(/pool_max = -2048/); // what stands for the infinity
      expect(fixed.slice(fixed.indexOf("def digits"))).not.toContain("float");
    }));

  it.each([
    [["--type", "fixd<8,2>"], /--type fixd<8,2>: this is neither a type nor a file/],
    [["--type", "float32[4]"], /--type float32\[4\]: tensors are floats or fixed point/],
    [["--type", "int8"], /--type int8: tensors are floats or fixed point/],
  ])("%j is one message", (words, message) =>
    withDigits(async ({ model }) => {
      const { status, err } = await lutra("check", model, ...words);
      expect(status).toBe(1);
      expect(err).toMatch(message);
    }),
  );

  it("is for networks, and a file for --type only says types", () =>
    withDigits(async ({ model, directory }) => {
      const steps = join(directory, "s.schedule");
      writeFileSync(steps, "quantize conv to=fixed<9,3>\npipeline conv.3\n");
      expect((await lutra("check", model, "--type", steps)).err).toMatch(/`pipeline` says nothing of types/);
      expect((await lutra("check", "examples/conv2d.py", "--type", "float16")).err).toMatch(/only networks/);
    }));
});

describe("lutra calibrate", () => {
  it.each([
    [[], /calibrate needs samples/],
    [["--data", "DATA:images", "--max-drop", "half"], /--max-drop half: expected a percentage/],
    [["--data", "DATA:images", "--bits", "1"], /--bits 1: expected a whole number from 2 to 24/],
    [
      ["--data", "DATA:images", "--bits", "8", "--max-drop", "1%"],
      /--max-drop has no effect with --bits\nhelp: --bits says the width/,
    ],
    [["--data", "DATA:images", "--type", "float16"], /calibrate chooses the types/],
    [["--data", "DATA:images", "--samples", "4"], /--samples has no effect here/],
  ])("%j is one message", (words, message) =>
    withDigits(async ({ model, data }) => {
      const { status, err } = await lutra(
        "calibrate",
        model,
        ...words.map((word) => word.replace("DATA", data)),
      );
      expect(status).toBe(1);
      expect(err).toMatch(message);
    }),
  );

  it(
    "judges by distance where floats make no error",
    () =>
      withDigits(async ({ model, data, directory }) => {
        const kept = join(directory, "floats.npy");
        await lutra("run", model, "--data", `${data}:images`, "--out", `return=${kept}`, "--on", "wasm");
        const words = ["--data", `${data}:images`, "--expected", kept, "--max-drop", "2%"];
        const { status, out, err } = await lutra("calibrate", model, ...words);
        expect(err).toBe("");
        expect(status).toBe(0);
        expect(out).toContain("before  error: median 0, mean 0, largest 0");
        expect(out).toContain(
          "floats make no error here: outputs were judged by how far they are from those of floats",
        );
        const plain = await lutra("calibrate", model, "--data", `${data}:images`, "--max-drop", "2%");
        const steps = (text: string): string => text.slice(text.indexOf("quantize"));
        expect(steps(out)).toBe(steps(plain.out)); // as with neither labels nor numbers
      }),
    120_000,
  );
});
