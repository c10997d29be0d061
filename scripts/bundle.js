// The command line in one file, after tsc: dist/cli/lutra.cjs. What we depend on stays outside. Beside it what V8 makes
// of its functions, from a run that uses most of them.
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
  external: [/^[^./]/],
  plugins: [{ name: "import", transform: (code) => code.replaceAll(/\bimport\((?=")/g, "importModule(") }],
});
await program.write({ file, format: "cjs" });

rmSync(compiled(file), { force: true });
const { script, exports } = load(file);
const folder = mkdtempSync(join(tmpdir(), "lutra-build-"));
const said = [];
const terminal = {
  out: (text) => said.push(text),
  err: (text) => said.push(text),
  ...{ color: false, errorColor: false, interactive: false },
};
const example = resolve("examples/conv2d.py");
const failed = await exports.main(["build", example, "--to", "verilog", "-o", join(folder, "out")], terminal);
rmSync(folder, { recursive: true });
if (failed !== 0) throw new Error(said.join(""));
writeFileSync(compiled(file), script.createCachedData());
