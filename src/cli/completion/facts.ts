/** What may stand where on the command line, as a shell needs to know it. */
import type { Command, Option } from "commander";
import { targets } from "../../call/run.ts";
import { roadNames } from "../../call/verify.ts";
import { simulators } from "../../call/verilog.ts";
import { boards } from "../../device/board.ts";
import { families } from "../../device/family.ts";
import { bug } from "../../diagnostics/bug.ts";
import { named } from "../../diagnostics/named.ts";
import { formNames } from "../../driver/forms.ts";
import { scheduleNames } from "../../driver/schedule.ts";
import { goals } from "../../explore/goal.ts";
import { objectiveNames } from "../../explore/kernel/evaluate.ts";
import { methodNames } from "../../explore/search/methods/index.ts";

export interface CommandFacts {
  readonly name: string;
  readonly description: string;
  readonly argument: Value | null;
  readonly options: readonly OptionFacts[];
}

export interface OptionFacts {
  readonly long: string; // with its dashes
  readonly short: string | null;
  readonly description: string;
  readonly value: Value | null; // null: a flag
  readonly repeats: boolean;
}

/** What may be written for an argument or an option's value. */
export type Value =
  | { readonly kind: "words"; readonly words: readonly string[]; readonly files: boolean } // or the name of a file
  | { readonly kind: "list"; readonly words: readonly string[] } // with commas between
  | { readonly kind: "file"; readonly endings: readonly string[] } // all files where there are none
  | { readonly kind: "named"; readonly endings: readonly string[]; readonly folder: boolean } // NAME=FILE, or a file of the last ending
  | { readonly kind: "text" }; // nothing to suggest

export const shells = ["bash", "zsh", "fish"] as const;

/** All commands that `lutra --help` shows. */
export function commandFacts(program: Command): readonly CommandFacts[] {
  const help = program.createHelp();
  return visible(program).map((command): CommandFacts => {
    const [argument] = command.registeredArguments;
    return {
      name: command.name(),
      description: command.description(),
      argument: argument === undefined ? null : argumentValue(argument.name(), program),
      options: help.visibleOptions(command).map((option) => optionFacts(command, option)),
    };
  });
}

/** Those that stand before a command. */
export function globalOptions(program: Command): readonly OptionFacts[] {
  return program
    .createHelp()
    .visibleOptions(program)
    .map((option) => optionFacts(program, option));
}

function optionFacts(command: Command, option: Option): OptionFacts {
  const long = option.long ?? bug(`${option.flags} has no long form`);
  return {
    long,
    short: option.short ?? null,
    description: option.description.replaceAll("`", ""),
    value: option.required || option.optional ? optionValue(command.name(), long) : null,
    repeats: Array.isArray(option.defaultValue),
  };
}

function visible(program: Command): readonly Command[] {
  return program.createHelp().visibleCommands(program);
}

function argumentValue(name: string, program: Command): Value {
  switch (name) {
    case "FILE[:KERNEL]":
      return { kind: "file", endings: ["py", "ts", "onnx"] };
    case "DIR|FILE":
      return { kind: "file", endings: [] };
    case "SHELL":
      return words(shells);
    case "command": // of `help`
      return words(visible(program).map((command) => command.name()));
    default:
      return bug(`completion knows no argument ${name}`);
  }
}

function optionValue(command: string, option: string): Value {
  return (
    named(values, `${command} ${option}`) ??
    named(values, option) ??
    bug(`completion does not know what ${command} ${option} takes`)
  );
}

function words(some: readonly string[]): Value {
  return { kind: "words", words: some, files: false };
}

const values: Readonly<Record<string, Value>> = {
  "--arg": { kind: "text" },
  "--weights": words(["constant", "argument"]),
  "--samples": { kind: "text" },
  "--result": { kind: "text" },
  "--type": { kind: "file", endings: ["schedule"] },
  "--in": { kind: "named", endings: ["npy", "png", "npz"], folder: false },
  "--out": { kind: "named", endings: ["npy", "png"], folder: true },
  "--data": { kind: "file", endings: ["npz", "npy"] },
  "--max-drop": { kind: "text" },
  "--bits": { kind: "text" },
  "--labels": { kind: "file", endings: ["npz", "npy"] },
  "--expected": { kind: "file", endings: ["npz", "npy"] },
  "--output": { kind: "file", endings: [] },
  "--on": words([...targets, "board"]),
  "--schedule": { kind: "words", words: [...scheduleNames], files: true },
  "--for": words([...goals]),
  "--seed": { kind: "text" },
  "--queue": { kind: "text" },
  "--sim": words(simulators),
  "--vcd": { kind: "file", endings: [] },
  "--svg": { kind: "file", endings: ["svg"] },
  "--html": { kind: "file", endings: ["html"] },
  "--roofline": { kind: "file", endings: ["svg"] },
  "--calls": { kind: "text" },
  "--part": words(Object.keys(families)),
  "--clock": { kind: "text" },
  "--to": words([...formNames, "bitstream"]),
  "--board": words(boards.map(({ name }) => name)),
  "--port": { kind: "file", endings: [] },
  "explore --port": { kind: "text" },
  "--interface": { kind: "text" },
  "--bus-width": words(["32", "64", "128", "256", "512"]),
  "--bus-clock": { kind: "text" },
  "--roads": { kind: "list", words: roadNames },
  "--table": { kind: "file", endings: ["csv", "csv.gz"] },
  "--knobs": { kind: "text" },
  "--feasible": { kind: "text" },
  "--space": { kind: "file", endings: ["json"] },
  "--evaluate": { kind: "text" },
  "--timeout": { kind: "text" },
  "--objective": { kind: "list", words: objectiveNames },
  "--within": { kind: "text" },
  "--quantize": { kind: "text" },
  "--max-error": { kind: "text" },
  "--method": words(methodNames),
  "--budget": { kind: "text" },
  "--batch": { kind: "text" },
  "--workers": { kind: "text" },
  "--resume": { kind: "file", endings: [] },
};
