// Completions for shells, from the same tables as the help.
import type { CliWords } from "../text/index.js";
import { COMMON, type Command } from "./command.js";

const flags = ({ options }: Command) => Object.keys({ ...options, ...COMMON }).map((name) => `--${name}`);

/** `case` lines: the words of each option that has some. */
function choices(commands: readonly Command[]): [string, string][] {
  const all = commands.flatMap(({ options }) =>
    Object.entries(options).flatMap(([name, { words }]) => (words ? [[`--${name}`, words.join(" ")]] : [])),
  );
  return [...new Map(all as [string, string][])];
}

function bash(commands: readonly Command[]): string {
  const words = choices(commands).map(
    ([flag, values]) => `    ${flag}) COMPREPLY=($(compgen -W "${values}" -- "$word")); return ;;`,
  );
  const own = commands.map((command) => `    ${command.name}) options="${flags(command).join(" ")}" ;;`);
  return `_nanikiru() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" options=""
  case "$before" in
${words.join("\n")}
  esac
  case "\${COMP_WORDS[1]}" in
${own.join("\n")}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")} --help --version" -- "$word"))
  elif [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -F _nanikiru nanikiru
`;
}

const zsh = (commands: readonly Command[]) => `#compdef nanikiru
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`;

function fish(commands: readonly Command[], { help }: CliWords): string {
  const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = commands.flatMap(({ name, options }) => [
    `complete -c nanikiru -n __fish_use_subcommand -f -a ${name} -d ${quoted(help.commands[name].what)}`,
    ...Object.entries({ ...options, ...COMMON }).map(([long, option]) => {
      const values = option.words ? ` -f -r -a ${quoted(option.words.join(" "))}` : option.value ? " -r" : "";
      const short = option.short ? ` -s ${option.short}` : "";
      const what = quoted(option.what(help.option));
      return `complete -c nanikiru -n '__fish_seen_subcommand_from ${name}' -l ${long}${short}${values} -d ${what}`;
    }),
  ]);
  return `${lines.join("\n")}\n`;
}

export const SHELLS = { bash, zsh, fish } as const;
