/** The completion script for bash, 3.2 (of macOS) and later; it needs no bash-completion package. */
import type { CommandFacts, OptionFacts, Value } from "./facts.ts";

export function bashScript(commands: readonly CommandFacts[], global: readonly OptionFacts[]): string {
  return `${start}
  case "$command" in
    "") _lutra_words ${quotedAll([...commands.map(({ name }) => name), ...flagsOf(global)])} ;;
${commands.map(commandCase).join("\n")}
  esac
}
complete -F _lutra lutra
`;
}

function commandCase({ name, options, argument }: CommandFacts): string {
  const cases = options.flatMap((option) =>
    option.value === null ? [] : [`        ${namesOf(option).join(" | ")}) ${suggestion(option.value)} ;;`],
  );
  const flags = quotedAll(flagsOf(options));
  return `    ${name})
      case "$previous" in
${cases.map((text) => `${text}\n`).join("")}        *)
          case "$current" in
            -*) _lutra_words ${flags} ;;
            *) ${argument === null ? ":" : suggestion(argument)} ;;
          esac ;;
      esac ;;`;
}

function suggestion(value: Value): string {
  switch (value.kind) {
    case "words":
      return `_lutra_words ${quotedAll(value.words)}${value.files ? "; _lutra_files" : ""}`;
    case "list":
      return `_lutra_list ${quotedAll(value.words)}`;
    case "file":
      return `_lutra_files ${value.endings.join(" ")}`.trimEnd();
    case "named":
      return `_lutra_named ${value.folder ? "_lutra_folders" : `"_lutra_files ${value.endings.at(-1)}"`} ${value.endings.join(" ")}`;
    case "text":
      return ":";
  }
}

function flagsOf(options: readonly OptionFacts[]): readonly string[] {
  return options.flatMap(namesOf);
}

function namesOf({ short, long }: OptionFacts): readonly string[] {
  return short === null ? [long] : [short, long];
}

function quotedAll(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w.-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
}

// bash cuts words at = and :, and replaces only what stands after them: the whole word is taken from the line, and
// what bash will not replace is cut from the answers (_lutra_add).
const start = `# Completes lutra in bash. In ~/.bashrc: eval "$(lutra completion bash)"
_lutra_add() {
  local kept="" mark line
  for mark in = :; do
    case "$COMP_WORDBREAKS" in *"$mark"*) ;; *) continue ;; esac
    case "$whole" in *"$mark"*) line="\${whole%"\${whole##*"$mark"}"}" ;; *) continue ;; esac
    [ \${#line} -gt \${#kept} ] && kept="$line"
  done
  while IFS= read -r line; do
    [ -n "$line" ] && COMPREPLY[\${#COMPREPLY[@]}]="\${line#"$kept"}"
  done
}

_lutra_words() {
  local word
  _lutra_add < <(for word in "$@"; do
    case "$word" in "$current"*) printf '%s\\n' "$prefix\${word// /\\\\ }" ;; esac
  done)
}

# The last of several words with commas between.
_lutra_list() {
  local word before=""
  case "$current" in *,*) before="\${current%,*}," ;; esac
  _lutra_add < <(for word in "$@"; do
    case "$before$word" in "$current"*) printf '%s\\n' "$prefix$before\${word// /\\\\ }" ;; esac
  done)
}

# Files with one of these endings, and folders on the way to them; all files where no ending is given.
_lutra_files() {
  local file ending
  compopt -o filenames 2>/dev/null
  _lutra_add < <(compgen -f -- "$current" | while IFS= read -r file; do
    if [ -d "$file" ] || [ $# -eq 0 ]; then printf '%s\\n' "$prefix$file"; continue; fi
    for ending in "$@"; do
      case "$file" in *."$ending") printf '%s\\n' "$prefix$file" ;; esac
    done
  done)
}

_lutra_folders() {
  local folder
  compopt -o filenames 2>/dev/null
  _lutra_add < <(compgen -d -- "$current" | while IFS= read -r folder; do printf '%s\\n' "$prefix$folder"; done)
}

# NAME=FILE; before there is a name, what the first word does.
_lutra_named() {
  local otherwise="$1"; shift
  case "$current" in
    *=*) prefix="$prefix\${current%%=*}="; current="\${current#*=}"; _lutra_files "$@" ;;
    *) compopt -o nospace 2>/dev/null; $otherwise ;;
  esac
}

_lutra() {
  local line="\${COMP_LINE:0:COMP_POINT}" word command="" previous="" current="" prefix="" whole=""
  local -a words
  COMPREPLY=()
  read -ra words <<< "$line"
  case "$line" in *[[:space:]]) words[\${#words[@]}]="" ;; esac
  current="\${words[\${#words[@]}-1]}"
  whole="$current"
  [ \${#words[@]} -gt 1 ] && previous="\${words[\${#words[@]}-2]}"
  for word in "\${words[@]:1:\${#words[@]}-2}"; do
    case "$word" in -*) ;; *) command="$word"; break ;; esac
  done
  case "$current" in --*=*) previous="\${current%%=*}"; prefix="$previous="; current="\${current#*=}" ;; esac`;
