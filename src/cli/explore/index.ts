/** `lutra explore`: the explorer's page and one file, served to a browser of this computer until Ctrl-C. */
import { existsSync } from "node:fs";
import type { Command } from "commander";
import { Failure } from "../../diagnostics/failure.ts";
import { onStop } from "../../toolchain/stop.ts";
import { builtPage } from "../built_page.ts";
import { splitTarget } from "../source.ts";
import { colorsOf, type Terminal } from "../terminal.ts";
import { type KernelFile, kernelFile, scheduleBeside } from "./kernel_file.ts";
import { serveExplorer } from "./server.ts";

export interface ExploreOptions {
  readonly port: string;
  readonly schedule?: string;
  readonly json: boolean;
}

export function addExplore(program: Command, terminal: Terminal): void {
  program
    .command("explore")
    .description("open a kernel in the explorer: code, schedule and hardware side by side, in a browser")
    .argument(
      "[FILE[:KERNEL]]",
      "the file with the kernel, in Python or TypeScript; without it, the page and its examples",
    )
    .option("--port <NUMBER>", "the port on this computer; 0: one that is free", "0")
    .option(
      "--schedule <FILE>",
      "the schedule that is shown, and written when you say so; else FILE.schedule",
    )
    .option("--json", "print facts for a program instead of text", false)
    .addHelpText(
      "after",
      `
The page is served to this computer alone (127.0.0.1), at an address with a random part that nobody can guess. Everything is
computed in the browser. It follows the file as you edit it, and writes only the schedule, only when you press Save.

Examples:
  lutra explore examples/matmul.py
  lutra explore --port 8080`,
    )
    .action((target: string | undefined, options: ExploreOptions) =>
      exploreCommand(target, options, terminal),
    );
}

async function exploreCommand(
  target: string | undefined,
  options: ExploreOptions,
  terminal: Terminal,
): Promise<void> {
  const kernel = target === undefined ? null : kernelAt(target, options);
  if (target === undefined && options.schedule !== undefined)
    throw new Failure("--schedule needs a file: it is the schedule of a kernel");
  const served = await serveExplorer({ page: builtPage, port: portOf(options.port), kernel });
  const stopped = new Promise<void>((resolve) => {
    const forget = onStop(() => {
      forget();
      resolve();
    });
  });
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, url: served.url })}\n`);
  else terminal.out(`${colorsOf(terminal).bold("the explorer")}, until Ctrl-C\n  ${served.url}\n`);
  await stopped;
  served.close();
}

/** What is wrong with the file is said before a page is served. */
function kernelAt(target: string, { schedule }: ExploreOptions): KernelFile {
  const { path, name } = splitTarget(target);
  if (/\.onnx$/i.test(path))
    throw new Failure(`${path}: the explorer takes kernels in Python and TypeScript`, {
      help: "`lutra report` takes this one",
    });
  if (schedule !== undefined && !existsSync(schedule))
    throw new Failure(`--schedule ${schedule}: there is no such file`);
  const kernel = kernelFile(path, name, schedule ?? scheduleBeside(path));
  kernel.read();
  return kernel;
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new Failure(`--port ${text}: expected a number up to 65535`);
}
