import {
  allCommands,
  type CompletedArgument,
  type CompletedCommand,
  type CompletedOption,
  type ValueKind,
} from './command-tree.js';
import { quote } from './quote.js';

/**
 * A completion script for zsh. It can be sourced after compinit, or installed as the file `_rampart` in a directory of
 * fpath.
 */
export function zshCompletion(program: CompletedCommand): string {
  return `#compdef rampart
# zsh completion for rampart, printed by: rampart completion zsh

${allCommands(program).map(commandFunction).join('\n')}
if (( $funcstack[(I)_rampart] )); then
  _rampart "$@"
else
  compdef _rampart rampart
fi
`;
}

function functionName(path: string): string {
  return ['_rampart', ...path.split(' ').filter((word) => word !== '')].join('_').replaceAll('-', '_');
}

function commandFunction(command: CompletedCommand): string {
  return command.commands.length > 0 ? parentFunction(command) : leafFunction(command);
}

function leafFunction({ path, options, arguments: all }: CompletedCommand): string {
  const specifications = [...options.map(optionSpecification), ...all.map(argumentSpecification)];
  return `${functionName(path)}() {
  _arguments -s -S \\
    ${specifications.join(' \\\n    ')}
}
`;
}

function parentFunction({ path, options, commands }: CompletedCommand): string {
  const descriptions = commands.map(({ name, description }) => quote(`${name}:${description}`));
  const branches = commands.map((child) => `        ${child.name}) ${functionName(child.path)} ;;`);
  return `${functionName(path)}() {
  local curcontext=$curcontext state state_descr line
  typeset -A opt_args
  _arguments -C -S \\
    ${options.map(optionSpecification).join(' \\\n    ')} \\
    '1: :->command' \\
    '*:: :->arguments'
  case $state in
    command)
      local -a commands=(
        ${descriptions.join('\n        ')}
      )
      _describe -t commands 'command' commands ;;
    arguments)
      case $line[1] in
${branches.join('\n')}
      esac ;;
  esac
}
`;
}

/**
 * The specification of an option for `_arguments`. Names of the same option are mutually exclusive; a variadic option
 * takes all following words.
 */
function optionSpecification({ names, description, value, isVariadic }: CompletedOption): string {
  const [first = '', ...others] = names;
  const explanation = `[${description.replaceAll(/[\\[\]]/g, '\\$&')}]`;
  const values = value === undefined ? '' : `:${isVariadic ? '*:' : ''} :${action(value)}`;
  if (others.length === 0) return quote(`${first}${explanation}${values}`);
  return `${quote(`(${names.join(' ')})`)}{${names.join(',')}}${quote(`${explanation}${values}`)}`;
}

function argumentSpecification({ name, kind, isVariadic }: CompletedArgument, index: number): string {
  return quote(`${isVariadic ? '*' : index + 1}:${name}:${action(kind)}`);
}

function action(kind: ValueKind): string {
  if (kind === 'file') return '_files';
  if (kind === 'directory') return '_files -/';
  return kind === 'other' ? '' : `(${kind.choices.join(' ')})`;
}
