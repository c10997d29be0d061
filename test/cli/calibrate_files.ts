/** The network of digits.ts on disk, with samples that it labelled itself in floats. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { runProgram } from "../../src/call/run.ts";
import { numbersOf } from "../../src/call/samples.ts";
import { classOf } from "../../src/call/score.ts";
import { array, float32 } from "../../src/types/types.ts";
import { inDirectory } from "../call/numpy_files.ts";
import { compiledModel } from "../frontend/onnx/call.ts";
import { digitData, digitImages, digitSamples, digits } from "../frontend/onnx/digits.ts";
import { modelBytes } from "../frontend/onnx/model.ts";
import { lutra } from "./lutra.ts";

export interface Files {
  readonly model: string;
  readonly data: string;
  readonly directory: string;
}

export function withDigits(act: (files: Files) => Promise<void>): Promise<void> {
  return inDirectory(async (directory) => {
    const [model, data] = [join(directory, "digits.onnx"), join(directory, "digits.npz")];
    writeFileSync(model, modelBytes(digits));
    writeFileSync(data, digitData(labelled.labels, labelled.outputs));
    await act({ model, data, directory });
  });
}

const labelled = outputsOfFloats();

function outputsOfFloats(): { readonly labels: Uint8Array; readonly outputs: Float32Array } {
  const { program } = compiledModel(modelBytes(digits), new Map());
  const images = digitImages();
  const rows = Array.from({ length: digitSamples }, (_, i) => {
    const x = { type: array(float32, [1, 1, 8, 8]), data: images.slice(64 * i, 64 * (i + 1)) };
    const [y] = runProgram(program, { given: new Map([["x", x]]), seed: 1 }).results;
    return numbersOf(y?.value ?? 0, float32);
  });
  return {
    labels: Uint8Array.from(rows.map(classOf)),
    outputs: Float32Array.from(rows.flatMap((row) => [...row])),
  };
}

export interface Found {
  readonly before: { readonly accuracy: number };
  readonly after: { readonly accuracy: number };
  readonly schedule: readonly string[];
  readonly tensors: readonly {
    readonly name: string;
    readonly type: string;
    readonly values: number;
    readonly saturated: number;
  }[];
}

/** What a command tells a program. */
export async function json<T>(...words: readonly string[]): Promise<T> {
  const { out, err } = await lutra(...words, "--json");
  expect(err).toBe("");
  return JSON.parse(out) as T;
}
