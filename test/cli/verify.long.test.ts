/** Kernels that are hard on one road or another agree on those that compilers and simulators walk, too. */
import { expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { icarusAvailable } from "../hardware/icarus.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { lutra, write } from "./lutra.ts";
import { endings, halves, named, small, wide } from "./verify-kernels.ts";

const isComplete = [gppAvailable(), icarusAvailable()].every(Boolean);

it.skipIf(!isComplete).each(Object.entries({ halves, wide, small, named }))("%s", (name, text) =>
  inDirectory(async (directory) => {
    const path = write(directory, `${name}.py`, text);
    const roads = "printed loops,wasm,csim,merlin,opencl,circuit,icarus";
    const { status, out } = await lutra("verify", path, "--roads", roads, "--json");
    expect(status).toBe(0);
    expect(endings(out)).toMatchObject({ wasm: "same", csim: "same", circuit: "same", icarus: "same" });
  }),
);
