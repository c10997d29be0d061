/** The completion script for zsh. */
import type { CommandFacts, OptionFacts, Value } from "./facts.ts";

export function zshScript(commands: readonly CommandFacts[], global: readonly OptionFacts[]): string {
  const described = commands.map(
    ({ name, description }) => `    ${quoted(`${name}:${escaped(description)}`)}`,
  );
  return `#compdef lutra
# Completes lutra in zsh. In ~/.zshrc, after compinit: eval "$(lutra completion zsh)"

# NAME=FILE, with one of these endings; before there is a name, what the first word says.
_lutra_named() {
  if compset -P '*='; then _files -g "$2"; else \${(z)1}; fi
}

_lutra_or_file() {
  _alternative "words:word:($*)" "files:file:_files"
}

_lutra() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
${described.join("\n")}
  )
  _arguments -C \\
    ${[...global.map(optionSpec), "'1:command:->command'", "'*::argument:->argument'"].join(" \\\n    ")}
  case $state in
    command) _describe command commands ;;
    argument)
      case $line[1] in
${commands.map(commandCase).join("\n")}
      esac ;;
  esac
}

if [ "$funcstack[1]" = _lutra ]; then _lutra "$@"; else compdef _lutra lutra; fi
`;
}

function commandCase({ name, options, argument }: CommandFacts): string {
  const first = argument === null ? [] : [quoted(`1:argument:${suggestion(argument)}`)];
  const specs = [...options.map(optionSpec), ...first];
  return `        ${name}) _arguments ${specs.join(" \\\n          ")} ;;`;
}

/** `'(-o --output)'{-o,--output}'[what it is]:value:_files'` */
function optionSpec({ long, short, description, value, repeats }: OptionFacts): string {
  const names = short === null ? [long] : [short, long];
  const once = repeats ? "*" : `(${names.join(" ")})`;
  const said = `[${escaped(description).replaceAll("[", "\\[").replaceAll("]", "\\]")}]`;
  const takes = value === null ? "" : `:value:${suggestion(value)}`;
  const rest = quoted(`${said}${takes}`);
  return `${quoted(once)}${short === null ? long : `{${names.join(",")}}`}${rest}`;
}

/** A space before a function keeps zsh from passing it words of its own. */
function suggestion(value: Value): string {
  switch (value.kind) {
    case "words": {
      const words = value.words.map(word).join(" ");
      return value.files ? ` _lutra_or_file ${words}` : `(${words})`;
    }
    case "list":
      return `_sequence compadd - ${value.words.map((one) => `"${one}"`).join(" ")}`;
    case "file":
      return value.endings.length === 0 ? "_files" : `_files -g "${glob(value.endings)}"`;
    case "named": {
      const otherwise = value.folder ? "_files -/" : `_files -g *.${value.endings.at(-1)}`;
      return ` _lutra_named "${otherwise}" "${glob(value.endings)}"`;
    }
    case "text":
      return " ";
  }
}

function glob(endings: readonly string[]): string {
  return endings.length === 1 ? `*.${endings[0]}` : `*.(${endings.join("|")})`;
}

function word(text: string): string {
  return text.replaceAll(" ", "\\ ");
}

/** A colon parts the fields of a description. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll(":", "\\:");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
