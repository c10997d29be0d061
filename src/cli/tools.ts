/** `lutra tools`: which outside programs were found. None is needed to check, run or build. */
import { findTools } from "../toolchain/tools.ts";
import { withProgress } from "./progress.ts";
import { table } from "./table.ts";
import { colorsOf, printJson, type Terminal } from "./terminal.ts";

export async function tools(options: { readonly json: boolean }, terminal: Terminal): Promise<void> {
  const found = await withProgress(terminal, "looking for tools", () => findTools());
  if (options.json) {
    printJson(terminal, { ok: true, node: process.versions.node, tools: found });
    return;
  }
  const colors = colorsOf(terminal);
  const rows = found.map((tool) => [
    tool.found ? { text: "✓", paint: colors.green } : { text: "·", paint: colors.dim },
    { text: tool.name },
    tool.found ? { text: tool.version, paint: colors.cyan } : { text: tool.problem, paint: colors.dim },
    { text: tool.purpose, paint: colors.dim },
  ]);
  terminal.out(table([[{ text: "✓", paint: colors.green }, "Node.js", process.versions.node, ""], ...rows]));
}
