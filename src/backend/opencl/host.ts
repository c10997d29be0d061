/** The host program: files in, buffers, the kernel, files out. What it is written with is lutra_opencl.h. */

import type { Loops } from "../../loops/nodes.ts";
import { printType } from "../../types/print.ts";
import { withShape } from "../../types/types.ts";
import { titleLines } from "../c/lines.ts";
import { cString } from "../c/quote.ts";
import { hostType, loadText, saveText } from "../c/raw/files.ts";
import type { Parameter, Signature } from "../c/signature.ts";

export interface HostFacts {
  readonly loops: Loops;
  readonly signature: Signature;
  readonly faults: boolean; // the kernel has a fault argument, its last
  readonly stackBytes: number; // of the kernel's own arrays
}

export function hostText(facts: HostFacts): string {
  const { loops, signature, faults, stackBytes } = facts;
  const { name, parameters } = signature;
  const lines = [
    ...titleLines(loops, signature, ", run on an OpenCL device"),
    "//",
    `//     cc -std=c99 -O2 -I. ${name}_host.c -lOpenCL -lm -o ${name}_host`,
    `//     ./${name}_host IN OUT`,
    "//",
    ...commentLines(signature),
    '#include "lutra_opencl.h"',
    "",
    "int main(int argc, char **argv) {",
    ...locals(signature),
    ...(stackBytes > megabyte ? [`  lutra_cl_stack(${stackBytes});`] : []),
    `  lutra_cl cl = lutra_cl_open(argv[0], "${name}");`,
    ...parameters.flatMap((parameter, k) => ["", ...given(parameter, k)]),
    ...(faults
      ? [
          "",
          "  // where the kernel notes what goes wrong",
          "  lutra_cl_buffer fault = lutra_cl_array(&cl, sizeof(int64_t), LUTRA_FAULT_LONGS);",
          "  lutra_cl_changed(&fault);",
          `  lutra_cl_argument(&cl, ${parameters.length}, &fault, LUTRA_INOUT);`,
        ]
      : []),
    "",
    "  lutra_cl_run(&cl);",
    ...(faults ? ["  lutra_cl_check_faults(&cl, &fault);"] : []),
    ...outputs(signature).flatMap(([parameter, file]) => ["", ...taken(parameter, file)]),
    "",
    `  printf("${name}: %.3f ms\\n", lutra_cl_milliseconds(&cl));`,
    ...parameters.filter(isBuffer).map((parameter) => `  lutra_cl_release(&${bufferOf(parameter)});`),
    ...(faults ? ["  lutra_cl_release(&fault);"] : []),
    "  lutra_cl_close(&cl);",
    "  return 0;",
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

/** Arrays of this many bytes need a larger stack than threads have. */
export const megabyte = 1 << 20;

/** Only those that something below uses. */
export function locals(signature: Signature): readonly string[] {
  const reads = signature.parameters.some(isRead);
  const writes = outputs(signature).length > 0;
  const lines = [
    ...(reads ? ['  const char *in = argc > 1 ? argv[1] : ".";'] : []),
    ...(writes ? ['  const char *out = argc > 2 ? argv[2] : ".";'] : []),
    ...(reads || writes ? ["  char why[LUTRA_NPY_MESSAGE];"] : ["  (void)argc;"]),
  ];
  return [...lines, ""];
}

export function isRead({ source, direction }: Parameter): boolean {
  return source !== null && direction !== "out";
}

/** What it reads and writes. */
export function commentLines(signature: Signature): readonly string[] {
  const reads = signature.parameters.filter(isRead).map(({ source }) => `IN/${source}.npy`);
  const writes = outputs(signature).map(([, file]) => `OUT/${file}.npy`);
  const parts = [
    ...(reads.length === 0 ? [] : [`reads ${reads.join(", ")}`]),
    ...(writes.length === 0 ? [] : [`writes ${writes.join(", ")}`]),
  ];
  return parts.length === 0 ? [] : [`// ${parts.join("; ")}`];
}

/** Scalars that go in are values; everything else is memory. */
export function isBuffer({ kind, direction }: Parameter): boolean {
  return kind === "array" || direction !== "in";
}

function bufferOf({ name }: Parameter): string {
  return `${name}_buffer`;
}

/** The number of axes, and an expression for their extents. */
function shapeOf({ name, shape }: Parameter): readonly [number, string] {
  return shape.length === 0 ? [0, "NULL"] : [shape.length, `${name}_shape`];
}

function given(parameter: Parameter, k: number): readonly string[] {
  const { name, source, type, shape, direction } = parameter;
  const ctype = hostType(type);
  const said = { in: "read", out: "written", inout: "read and written" }[direction];
  const [dims, extents] = shapeOf(parameter);
  const path = `lutra_cl_path(in, ${cString(source ?? name)})`;
  if (!isBuffer(parameter)) {
    return [
      `  // ${name}: ${printType(type)}`,
      `  ${ctype} ${name}_value;`,
      `  lutra_cl_file(${loadText(type, path, 0, "NULL", `&${name}_value`)}, why);`,
      `  lutra_cl_value(&cl, ${k}, sizeof ${name}_value, &${name}_value);`,
    ];
  }
  const count = shape.reduce((product, extent) => product * extent, 1);
  return [
    `  // ${name}: ${printType(withShape(type, shape))}, ${said}`,
    ...(dims === 0 ? [] : [`  const size_t ${extents}[${dims}] = {${shape.join(", ")}};`]),
    `  lutra_cl_buffer ${bufferOf(parameter)} = lutra_cl_array(&cl, sizeof(${ctype}), ${count});`,
    ...(source === null || direction === "out"
      ? []
      : [
          `  lutra_cl_file(${loadText(type, path, dims, extents, `${bufferOf(parameter)}.host`)}, why);`,
          `  lutra_cl_changed(&${bufferOf(parameter)});`,
        ]),
    `  lutra_cl_argument(&cl, ${k}, &${bufferOf(parameter)}, LUTRA_${direction.toUpperCase()});`,
  ];
}

function taken(parameter: Parameter, file: string): readonly string[] {
  const [dims, extents] = shapeOf(parameter);
  return [
    `  lutra_cl_fetch(&cl, &${bufferOf(parameter)});`,
    `  lutra_cl_file(${saveText(parameter.type, `lutra_cl_path(out, ${cString(file)})`, dims, extents, `${bufferOf(parameter)}.host`)}, why);`,
  ];
}

/** Arrays that the kernel wrote, and what it returns, with the names of their files. */
export function outputs({ parameters, results }: Signature): readonly (readonly [Parameter, string])[] {
  return [
    ...parameters.flatMap((parameter) =>
      parameter.source !== null && parameter.direction !== "in"
        ? [[parameter, parameter.source] as const]
        : [],
    ),
    ...results.flatMap(({ parameter, file }) => {
      const found = parameters.find(({ name }) => name === parameter);
      return found === undefined ? [] : [[found, file] as const];
    }),
  ];
}
