/** The completion script for fish. */
import type { CommandFacts, OptionFacts, Value } from "./facts.ts";

export function fishScript(commands: readonly CommandFacts[], global: readonly OptionFacts[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const first = `"not __fish_seen_subcommand_from ${names}"`;
  return [
    "# Completes lutra in fish: lutra completion fish > ~/.config/fish/completions/lutra.fish",
    "complete -c lutra -f",
    ...commands.map(
      ({ name, description }) => `complete -c lutra -n ${first} -a ${name} -d ${quoted(description)}`,
    ),
    ...global.map((option) => optionLine(option, first)),
    ...commands.flatMap(({ name, options, argument }) => {
      const here = `"__fish_seen_subcommand_from ${name}"`;
      const lines = options.map((option) => optionLine(option, here));
      return argument === null ? lines : [`complete -c lutra -n ${here} ${suggestion(argument)}`, ...lines];
    }),
    "",
  ].join("\n");
}

function optionLine({ long, short, description, value }: OptionFacts, condition: string): string {
  const letter = short === null ? "" : ` -s ${short.slice(1)}`;
  const takes = value === null ? "" : ` -r ${suggestion(value)}`;
  return `complete -c lutra -n ${condition}${letter} -l ${long.slice(2)}${takes} -d ${quoted(description)}`;
}

function suggestion(value: Value): string {
  switch (value.kind) {
    case "words":
      return `${value.files ? "-F" : "-f"} -a ${quoted(value.words.map(word).join(" "))}`;
    case "list":
      return `-f -a "(__fish_append , ${value.words.map(quoted).join(" ")})"`;
    case "file":
      return files(value.endings);
    case "named":
      return "-F"; // fish completes files after the = of NAME=FILE by itself
    case "text":
      return "-f";
  }
}

function files(endings: readonly string[]): string {
  if (endings.length === 0) return "-F";
  return `-f -a "(${endings.map((ending) => `__fish_complete_suffix .${ending}`).join("; ")})"`;
}

function word(text: string): string {
  return text.replaceAll(" ", "\\ ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
