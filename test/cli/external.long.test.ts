/** C++ of the user's own, called from Python: the body is the model that every other road runs. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inDirectory } from "../call/numpy_files.ts";
import { gppAvailable } from "../toolchain/gpp.ts";
import { lutra, write } from "./lutra.ts";

const header = `#include <cstdint>
void blend(const int32_t x[16], int32_t y[16], int32_t gain, int shift);
inline int32_t total(const int32_t y[16]) {
  int32_t sum = 0;
  for (int i = 0; i < 16; i++) sum += y[i];
  return sum;
}
`;

const body = `#include "blend.h"
void blend(const int32_t x[16], int32_t y[16], int32_t gain, int shift) {
  for (int i = 0; i < 16; i++) y[i] = (x[i] * gain) >> shift;
}
`;

const kernel = (call: string): string => `from pylog import *

@external(header="blend.h", source="blend.cpp")
def blend(x, y, gain, shift):
    for i in range(16):
        y[i] = (x[i] * gain) >> shift

@external(header="blend.h", function="total")
def add_up(y):
    return sum(y)

@pylog
def k(a: "int32[16]", b: "int32[16]", g: "int32"):
    for r in range(3):
        ${call}
    return add_up(b) + 1
`;

function project(directory: string, call = "blend(a, b, g + r, 2)"): string {
  write(directory, "blend.h", header);
  write(directory, "blend.cpp", body);
  return write(directory, "k.py", kernel(call));
}

describe("external C++", () => {
  it("is called by generated C++, and comes with the project", () =>
    inDirectory(async (directory) => {
      const path = project(directory);
      const { out } = await lutra("build", path, "--to", "vitis");
      expect(out).toContain('#include "blend.h"');
      expect(out).toContain("    blend(a, b, gain, 2);\n");
      expect(out).toContain("  int32_t add_up_result = total(b);\n");
      const folder = join(directory, "project");
      await lutra("build", path, "--to", "vitis", "-o", folder);
      expect(existsSync(join(folder, "blend.h"))).toBe(true);
      expect(readFileSync(join(folder, "hls.tcl"), "utf8")).toContain("add_files blend.cpp");
    }));

  it("takes whole arrays only", () =>
    inDirectory(async (directory) => {
      const path = project(directory, "blend(a, b[::-1], g, 2)");
      const { status, err } = await lutra("build", path, "--to", "vitis");
      expect(status).toBe(1);
      expect(err).toContain("error[external-view]: `blend` is C++ that takes whole arrays");
    }));

  it("refuses a schedule that changes its arguments, and lets the model take its place", () =>
    inDirectory(async (directory) => {
      const path = project(directory);
      const wrong = write(directory, "wrong.schedule", "buffer b\n");
      const { status, err } = await lutra("build", path, "--to", "vitis", "--schedule", wrong);
      expect(status).toBe(1);
      expect(err).toContain("error[external-changed]: the schedule changes what the C++ function `blend`");
      const model = write(directory, "model.schedule", "inline blend\ninline add_up\nbuffer b\n");
      const { out } = await lutra("build", path, "--to", "vitis", "--schedule", model);
      expect(out).not.toContain("blend(");
      expect(out).toContain("b_buffer[i]");
    }));
});

describe.skipIf(!gppAvailable())("external C++, run", () => {
  it("agrees with its model, or verify says where it does not", () =>
    inDirectory(async (directory) => {
      const path = project(directory);
      const roads = async (): Promise<Record<string, string>> => {
        const { roads } = JSON.parse((await lutra("verify", path, "--json")).out) as {
          roads: { name: string; kind: string }[];
        };
        return Object.fromEntries(roads.map(({ name, kind }) => [name, kind]));
      };
      expect(await roads()).toMatchObject({ csim: "same", wasm: "same" });
      write(directory, "blend.cpp", body.replace("* gain", "* gain + 4"));
      expect(await roads()).toMatchObject({ csim: "differs", wasm: "same" });
    }));
});
