import { allCommands, type CompletedCommand, type ValueKind } from './command-tree.js';
import { quote } from './quote.js';

/** A completion script for bash 3.2 and newer. It does not require the package bash-completion. */
export function bashCompletion(program: CompletedCommand): string {
  const commands = allCommands(program);
  return `# bash completion for rampart, printed by: rampart completion bash

# Sets words to the subcommands and options of a command.
_rampart_words() {
  case $1 in
${commands.map(wordsCase).join('\n')}
    *) return 1 ;;
  esac
}

# Sets kind to what an option of a command takes: nothing, file, directory, other, or = and the choices. Sets repeats where
# it takes several.
_rampart_option() {
  repeats=
  case "$1 $2" in
${commands.flatMap(optionCases).join('\n')}
    *) kind= ;;
  esac
}

# Sets kind to what an argument of a command is.
_rampart_argument() {
  case "$1 $2" in
${commands.flatMap(argumentCases).join('\n')}
    *) kind=other ;;
  esac
}

_rampart() {
  local current=\${COMP_WORDS[COMP_CWORD]} command= position=0 awaited= kind= repeats= words= index word
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    [[ $word == = ]] && continue
    if [[ -n $awaited && $word != -* ]]; then
      [[ -n $repeats ]] || awaited=
    elif [[ $word == -* ]]; then
      _rampart_option "$command" "$word"
      awaited=$kind
    elif _rampart_words "$command\${command:+ }$word"; then
      command=$command\${command:+ }$word
    else
      position=$((position + 1))
    fi
  done
  [[ $current == = ]] && current=
  COMPREPLY=()
  if [[ $current == -* ]]; then
    kind=words awaited=
  elif [[ -n $awaited ]]; then
    kind=$awaited
  else
    _rampart_argument "$command" "$position"
  fi
  case $kind in
    file)
      compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$current")) ;;
    directory)
      compopt -o dirnames 2>/dev/null || COMPREPLY=($(compgen -d -- "$current")) ;;
    =*)
      COMPREPLY=($(compgen -W "\${kind#=}" -- "$current")) ;;
    *)
      [[ -n $awaited ]] && return
      _rampart_words "$command"
      [[ $current == -* ]] || words="\${words%% -*}"
      COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
  esac
}

complete -F _rampart rampart
`;
}

/**
 * A branch of the `case` statement with the words of a command: subcommands, then options. The script treats the words
 * before the first one that begins with a dash as subcommands.
 */
function wordsCase({ path, commands, options }: CompletedCommand): string {
  const words = [...commands.map(({ name }) => name), ...options.flatMap(({ names }) => names)];
  return `    ${quote(path)}) words=${quote(` ${words.join(' ')}`)} ;;`;
}

function optionCases({ path, options }: CompletedCommand): string[] {
  return options.flatMap(({ names, value, isVariadic }) => {
    if (value === undefined) return [];
    const pattern = names.map((name) => quote(`${path} ${name}`)).join(' | ');
    return [`    ${pattern}) kind=${kindOf(value)}${isVariadic ? ' repeats=1' : ''} ;;`];
  });
}

function argumentCases({ path, arguments: all }: CompletedCommand): string[] {
  return all.map(
    ({ kind, isVariadic }, index) =>
      `    ${quote(`${path} ${index}`)}${isVariadic ? ` | ${quote(`${path} `)}*` : ''}) kind=${kindOf(kind)} ;;`,
  );
}

function kindOf(kind: ValueKind): string {
  return typeof kind === 'string' ? kind : quote(`=${kind.choices.join(' ')}`);
}
