import { allCommands, type CompletedCommand, type CompletedOption, type ValueKind } from './command-tree.js';

/** A completion script for fish 3 and newer. */
export function fishCompletion(program: CompletedCommand): string {
  const commands = allCommands(program);
  return `# fish completion for rampart, printed by: rampart completion fish

# True where the words before the cursor are those of this command.
function __rampart_at
    set -l found
    for word in (commandline -opc)[2..-1]
        if contains -- (string join ' ' $found $word) ${commands.map(({ path }) => quote(path)).join(' ')}
            set found $found $word
        end
    end
    test "$found" = "$argv"
end

complete -c rampart -f
${commands.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, commands, options, arguments: all }: CompletedCommand): string[] {
  const start = `complete -c rampart -n ${quote(`__rampart_at ${path}`.trim())}`;
  return [
    ...commands.map(({ name, description }) => `${start} -a ${name} -d ${quote(description)}`),
    ...options.map((option) => `${start}${namesOf(option)}${valuesOf(option.value)} -d ${quote(option.description)}`),
    ...options.flatMap((option) => repeatedValues(path, option)),
    ...all.flatMap(({ kind }) => (kind === 'other' ? [] : [`${start}${argumentsOf(kind)}`])),
  ];
}

function namesOf({ names }: CompletedOption): string {
  return names.map((name) => (name.startsWith('--') ? ` -l ${name.slice(2)}` : ` -s ${name.slice(1)}`)).join('');
}

function valuesOf(kind: ValueKind | undefined): string {
  if (kind === undefined) return '';
  return kind === 'other' ? ' -x' : ` -r${argumentsOf(kind)}`;
}

/** Completions for the second and later values of a variadic option, which fish would otherwise treat as arguments. */
function repeatedValues(path: string, { names, value, isVariadic }: CompletedOption): string[] {
  const long = names.at(-1)?.replace(/^--/, '');
  if (!isVariadic || value === undefined || value === 'other') return [];
  return [
    `complete -c rampart -n ${quote(`__rampart_at ${path}; and __fish_contains_opt ${long}`)}${argumentsOf(value)}`,
  ];
}

function argumentsOf(kind: Exclude<ValueKind, 'other'>): string {
  if (kind === 'file') return ' -F';
  return kind === 'directory' ? " -a '(__fish_complete_directories)'" : ` -f -a ${quote(kind.choices.join(' '))}`;
}

/** Quotes text for fish, where a backslash in single quotes escapes a quote or a backslash. */
function quote(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}
