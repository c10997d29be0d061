/** `lutra run` reads pictures and writes them. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NpyArray } from "../../src/call/npy.ts";
import { decodePng, encodePng } from "../../src/call/png.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { lutra, readNpy, write } from "./lutra.ts";

const png = (path: string): NpyArray => decodePng(readFileSync(path), { most: 2 ** 20 });
const photo = "examples/photo.png";

describe("a picture", () => {
  it("goes in, and its edges come out", () =>
    inDirectory(async (directory) => {
      const file = join(directory, "edges.png");
      const words = ["run", "examples/sobel.py", "--in", `image=${photo}`, "--out", `return=${file}`];
      const seen = await lutra(...words, "--out", directory);
      expect(seen).toMatchObject({ status: 0, err: "" });
      expect(seen.out).toContain(`wrote ${file}`);
      expect(readdirSync(directory).sort()).toEqual(["edges.png", "image.npy", "return.npy"]);
      expect(readNpy(directory, "image.npy")).toEqual(png(photo));
      expect(png(file)).toEqual(readNpy(directory, "return.npy"));
      expect(png(file).shape).toEqual([62, 62]);
    }));

  it("of bytes is what an argument of floats takes, exactly", () =>
    inDirectory(async (directory) => {
      const words = ["run", "examples/conv2d.py", "--in", `image=${photo}`, "--out", directory];
      expect(await lutra(...words)).toMatchObject({ status: 0, err: "" });
      expect([...readNpy(directory, "image.npy").data]).toEqual([...png(photo).data]);
    }));

  it("gives an argument without a type its type: RGB of 16 bits here, and exact types fit too", () =>
    inDirectory(async (directory) => {
      const data = Uint16Array.from({ length: 4 * 5 * 3 }, (_, i) => i * 17);
      writeFileSync(join(directory, "in.png"), encodePng({ dtype: "uint16", shape: [4, 5, 3], data }));
      const path = write(
        directory,
        "green.py",
        'from pylog import *\n\n@pylog\ndef green(image, few: "uint<10>[4,5]"):\n    few[:] = image[:, :, 1]\n',
      );
      const [given, few] = [join(directory, "in.png"), join(directory, "few.png")];
      expect(await lutra("run", path, "--in", `image=${given}`, "--out", `few=${few}`)).toMatchObject({
        status: 0,
        err: "",
      });
      expect([...png(few).data]).toEqual([...data].filter((_, i) => i % 3 === 1));
      expect(await lutra("run", path, "--in", `image=${given}`, "--in", `few=${few}`)).toMatchObject({
        err: "",
      });
    }));

  it.each([
    ["a JPEG under that name", ["--in", "image=DIR/bad.png"], /bad\.png: this is not a PNG file/],
    [
      "a picture of another size",
      ["--in", "image=DIR/two.png"],
      /image is uint8\[64,64\]; it was given uint8\[2,2\]/,
    ],
    [
      "what no call leaves behind",
      ["--out", "retrun=DIR/x.png"],
      /sobel leaves no retrun behind; there is image, return/,
    ],
    [
      "another kind of picture",
      ["--out", "return=DIR/x.jpg"],
      /expected a directory, NAME=FILE\.npy or NAME=FILE\.png/,
    ],
    ["two directories", ["--out", "DIR/x", "--out", "DIR/y"], /--out names two directories/],
    ["one name twice", ["--out", "image=DIR/x.png", "--out", "image=DIR/y.png"], /--out gives image twice/],
    [
      "one file twice",
      ["--out", "image=DIR/x.png", "--out", "return=DIR/x.png"],
      /image and return would both be/,
    ],
    ["what is read", ["--in", `image=DIR/own.png`, "--out", "return=DIR/own.png"], /this command reads it/],
  ])("%s is refused, and nothing is written", (_, words, message) =>
    inDirectory(async (directory) => {
      writeFileSync(join(directory, "bad.png"), Uint8Array.of(0xff, 0xd8, 0xff, 0xe0));
      const two = encodePng({ dtype: "uint8", shape: [2, 2], data: new Uint8Array(4) });
      writeFileSync(join(directory, "two.png"), two);
      writeFileSync(join(directory, "own.png"), readFileSync(photo));
      const seen = await lutra(
        "run",
        "examples/sobel.py",
        ...words.map((word) => word.replace("DIR", directory)),
      );
      expect(seen.err.split("\n")[0]).toMatch(message);
      expect(seen).toMatchObject({ status: 1, out: "" });
      expect(readdirSync(directory).sort()).toEqual(["bad.png", "own.png", "two.png"]);
    }),
  );

  it("of floats is refused before the kernel runs", () =>
    inDirectory(async (directory) => {
      const file = join(directory, "out.png");
      const { status, err } = await lutra("run", "examples/conv2d.py", "--out", `out=${file}`);
      expect(err).toContain("out, to out.png: it is float32[62,62]; a PNG file holds uint8 or uint16");
      expect(status).toBe(1);
      expect(existsSync(file)).toBe(false);
    }));
});
