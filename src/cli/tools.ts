/** `lutra tools`: which outside programs were found, and which boards bitstreams can be made for. None is needed to check, run or build. */
import { findFlows, isCommand, loaderCommand, loaderInstall } from "../toolchain/flows.ts";
import { findTools } from "../toolchain/tools.ts";
import { withProgress } from "./progress.ts";
import { type Cell, table } from "./table.ts";
import { colorsOf, printJson, type Terminal } from "./terminal.ts";

export async function tools(options: { readonly json: boolean }, terminal: Terminal): Promise<void> {
  const found = await withProgress(terminal, "looking for tools", () => findTools());
  const flows = findFlows();
  const loads = isCommand(loaderCommand);
  if (options.json) {
    const loader = { name: loaderCommand, found: loads, install: loads ? null : loaderInstall };
    printJson(terminal, { ok: true, node: process.versions.node, tools: found, flows, loader });
    return;
  }
  const colors = colorsOf(terminal);
  const mark = (isFound: boolean): Cell =>
    isFound ? { text: "✓", paint: colors.green } : { text: "·", paint: colors.dim };
  const rows = found.map((tool) => [
    mark(tool.found),
    { text: tool.name },
    tool.found ? { text: tool.version, paint: colors.cyan } : { text: tool.problem, paint: colors.dim },
    { text: tool.purpose, paint: colors.dim },
  ]);
  terminal.out(table([[mark(true), "Node.js", process.versions.node, ""], ...rows]));
  const made = flows.map(({ title, found: isFound, steps, install }) => {
    const [here, missing] = [steps.filter(({ by }) => by !== null), steps.filter(({ by }) => by === null)];
    const told = isFound
      ? here.map(({ by }) => by).join(", ")
      : `nothing for ${missing.map(({ does }) => does).join(" and ")}: ${install}`;
    return [
      mark(isFound),
      { text: title },
      isFound ? { text: told, paint: colors.cyan } : { text: told, paint: colors.dim },
    ];
  });
  const loader = loads
    ? { text: loaderCommand, paint: colors.cyan }
    : { text: loaderInstall, paint: colors.dim };
  terminal.out(`\n${colors.bold("Bitstreams")}\n`);
  terminal.out(table([...made, [mark(loads), { text: "flash" }, loader]]));
}
