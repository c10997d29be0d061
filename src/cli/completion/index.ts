/** `lutra completion SHELL`: prints what makes a shell complete commands, options, their values and files. */
import type { Command } from "commander";
import { noSuch } from "../../diagnostics/failure.ts";
import type { Terminal } from "../terminal.ts";
import { bashScript } from "./bash.ts";
import { commandFacts, globalOptions, shells } from "./facts.ts";
import { fishScript } from "./fish.ts";
import { zshScript } from "./zsh.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

export function completion(shell: string, program: Command, terminal: Terminal): void {
  const found = shells.find((known) => known === shell);
  if (found === undefined) throw noSuch("completion", shell, "shell", shells);
  terminal.out(scripts[found](commandFacts(program), globalOptions(program)));
}
