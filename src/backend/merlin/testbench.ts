/** A program in C that calls a generated kernel on .npy files. */

import { cString } from "../c/quote.ts";
import { hostType, loadText, saveText } from "../c/raw/files.ts";
import type { Parameter, Signature } from "../c/signature.ts";

export function printTestbench(signature: Signature, header: string): string {
  const { name, parameters } = signature;
  const lines = [
    `// Calls ${name} on .npy files: testbench IN_DIR OUT_DIR`,
    "#include <stdbool.h>",
    '#include "lutra_npy.h"',
    `#include "${header}"`,
    "",
    "static char why[LUTRA_NPY_MESSAGE];",
    "static char path[4096];",
    "",
    "static const char *file(const char *folder, const char *name) {",
    '  snprintf(path, sizeof path, "%s/%s.npy", folder, name);',
    "  return path;",
    "}",
    "",
    "static void need(int ok) {",
    "  if (ok) return;",
    '  fprintf(stderr, "testbench: %s\\n", why);',
    "  exit(2);",
    "}",
    "",
    "int main(int argc, char **argv) {",
    '  const char *in = argc > 1 ? argv[1] : "data";',
    '  const char *out = argc > 2 ? argv[2] : ".";',
    ...parameters.flatMap(declaration),
    ...parameters.filter(({ direction }) => direction !== "out").map(reading),
    `  ${name}(${parameters.map(argument).join(", ")});`,
    ...parameters.flatMap((parameter) => writing(parameter, signature)),
    "  (void)in;",
    "  (void)out;",
    "  return 0;",
    "}",
  ];
  return `${lines.join("\n")}\n`;
}

/** Static: an argument may be larger than a stack. */
function declaration({ name, type, shape }: Parameter): readonly string[] {
  const count = shape.reduce((product, extent) => product * extent, 1);
  return [
    `  static ${hostType(type)} ${name}_data[${Math.max(count, 1)}];`,
    `  static const size_t ${name}_shape[] = {${shape.length === 0 ? "0" : shape.join(", ")}};`,
  ];
}

function reading({ name, source, type, shape }: Parameter): string {
  const path = `file(in, ${cString(source ?? name)})`;
  return `  need(${loadText(type, path, shape.length, `${name}_shape`, `${name}_data`)});`;
}

function argument({ kind, name, direction }: Parameter): string {
  return kind === "scalar" && direction === "in" ? `${name}_data[0]` : `(void *)${name}_data`;
}

function writing(
  { name, source, direction, type, shape }: Parameter,
  { results }: Signature,
): readonly string[] {
  const returned = results.filter(({ parameter }) => parameter === name).map(({ file }) => file);
  const files = [...(source === null || direction === "in" ? [] : [source]), ...returned];
  return files.map(
    (one) =>
      `  need(${saveText(type, `file(out, ${cString(one)})`, shape.length, `${name}_shape`, `${name}_data`)});`,
  );
}
