// The command line in one file, after tsc: dist/cli/lutra.cjs, with the small packages that every run needs; large ones
// stay outside. Beside it what V8 makes of its functions, from runs that use most of them.
//
//     node scripts/bundle.js [dist]
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { rolldown } from "rolldown";
import { compiled, load } from "../bin/bundle.js";

const cli = resolve(process.argv[2] ?? "dist", "cli");
const file = join(cli, "lutra.cjs");
const program = await rolldown({
  input: join(cli, "program.js"),
  platform: "node",
  external: [/^node:/, "binaryen", "bullmq", "highs", "ioredis", /^@yowasp\//],
  plugins: [{ name: "import", transform: (code) => code.replaceAll(/\bimport\(/g, "importModule(") }],
});
const { output } = await program.generate({ format: "cjs" });
writeFileSync(file, output[0].code.replaceAll(/[^\0-\x7f]/g, escaped)); // one byte a letter: read sooner

rmSync(compiled(file), { force: true });
const { script, exports } = load(file);
const said = [];
const terminal = {
  out: (text) => said.push(text),
  err: (text) => said.push(text),
  ...{ color: false, errorColor: false, interactive: false },
};
for (const example of ["conv2d", "matmul", "kmeans"]) {
  const folder = mkdtempSync(join(tmpdir(), "lutra-build-"));
  const kernel = resolve("examples", `${example}.py`);
  const failed = await exports.main(
    ["build", kernel, "--to", "verilog", "-o", join(folder, "out")],
    terminal,
  );
  rmSync(folder, { recursive: true });
  if (failed !== 0) throw new Error(said.join(""));
}
writeFileSync(compiled(file), script.createCachedData());

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
