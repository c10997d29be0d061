/** The commands about boards and what builds for them: words to options. */
import type { Command } from "commander";
import { type FlashOptions, flashCommand } from "./flash.ts";
import { collect, inHelp, kernelCommand } from "./kernel_command.ts";
import { goalHelp } from "./schedule.ts";
import { type SimulateOptions, simulateCommand } from "./simulate.ts";
import type { Terminal } from "./terminal.ts";
import { tools } from "./tools.ts";

export function addBoardCommands(program: Command, terminal: Terminal): void {
  addSimulate(program, terminal);
  addFlash(program, terminal);
  addTools(program, terminal);
}

function addSimulate(program: Command, terminal: Terminal): void {
  kernelCommand(program, "simulate", "run a kernel on a simulated board, behind a port that hosts can open")
    .requiredOption("--board <NAME>", "the board, such as icebreaker")
    .option("--in <NAME=DATA>", inHelp, collect, [])
    .option(
      "--port <NAME>",
      "what is offered: tcp://HOST:NUMBER, or the name of a link to a pseudo-terminal",
      "tcp://127.0.0.1:0",
    )
    .option(
      "--schedule <FILE>",
      "steps to apply to the loops, one a line; `auto`: Lutra's own, where not said; `none`: as written",
    )
    .option("--for <GOAL>", goalHelp)
    .option("--clock <FREQUENCY>", "the clock, such as 20MHz; else the board's")
    .addHelpText(
      "after",
      `
The bridge, the memories, the kernel and the line are simulated cycle by cycle, some hundred times slower than the board. With
--json the first line is an object with the name of the port.

Examples:
  lutra simulate examples/popcount.py --board icebreaker --port /tmp/board
  lutra run examples/popcount.py --on board --board icebreaker --port /tmp/board        in another terminal`,
    )
    .action((target: string, options: SimulateOptions) => simulateCommand(target, options, terminal));
}

function addFlash(program: Command, terminal: Terminal): void {
  program
    .command("flash")
    .description("load a bitstream onto a board, by openFPGALoader")
    .argument("<DIR|FILE>", "what `build --to bitstream` wrote, or a bitstream")
    .option("--board <NAME>", "the board; else the one that it was built for")
    .option(
      "--keep",
      "write it to the flash memory of the board, so that it is there after power has been off",
    )
    .option("--json", "print facts for a program instead of text", false)
    .addHelpText(
      "after",
      `
A bitstream of another part is refused. Boards with an iCE40 keep what is loaded in any case.

Examples:
  lutra flash popcount_icebreaker
  lutra flash popcount.bit --board ulx3s-85f`,
    )
    .action((target: string, options: FlashOptions) => flashCommand(target, options, terminal));
}

function addTools(program: Command, terminal: Terminal): void {
  program
    .command("tools")
    .description("show which outside programs were found, and which version")
    .option("--json", "print facts for a program instead of text", false)
    .addHelpText("after", "\nExamples:\n  lutra tools\n  lutra tools --json")
    .action((options: { json: boolean }) => tools(options, terminal));
}
