import type { Argument, Command, Option } from 'commander';

/** The kind of completions of a value: files, directories, nothing, or fixed choices. */
export type ValueKind = 'file' | 'directory' | 'other' | { readonly choices: readonly string[] };

export interface CompletedOption {
  /** Short and long names with their dashes. */
  readonly names: readonly string[];
  readonly description: string;
  /** Kind of the value; undefined if the option takes no value. */
  readonly value: ValueKind | undefined;
  readonly isVariadic: boolean;
}

export interface CompletedArgument {
  readonly name: string;
  readonly kind: ValueKind;
  readonly isVariadic: boolean;
}

/** A command for completion, with the names and options that its help lists. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  /** Names of the parent commands and this command, separated by spaces, without the program; empty for the program. */
  readonly path: string;
  readonly options: readonly CompletedOption[];
  readonly arguments: readonly CompletedArgument[];
  readonly commands: readonly CompletedCommand[];
}

/** Reads a command and its subcommands, without hidden commands and options. */
export function commandTree(
  command: Command,
  parent: { path: string; options: CompletedOption[] } | undefined,
): CompletedCommand {
  const help = command.createHelp();
  const ownOptions = help.visibleOptions(command).map(completedOption);
  const path = parent === undefined ? '' : `${parent.path} ${command.name()}`.trim();
  // Commander accepts the options of a parent after a subcommand too, except for the version of the program.
  const inherited = (parent?.options ?? []).filter(
    ({ names }) => !names.includes('--help') && !names.includes('--version'),
  );
  const options = [...ownOptions, ...inherited];
  return {
    name: command.name(),
    description: command.description(),
    path,
    options,
    arguments: command.registeredArguments.map(completedArgument),
    commands: help.visibleCommands(command).map((child) => commandTree(child, { path, options })),
  };
}

/** The command and all of its subcommands. */
export function allCommands(command: CompletedCommand): CompletedCommand[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

function completedOption(option: Option): CompletedOption {
  const takesValue = option.required || option.optional;
  const placeholder = /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1] ?? '';
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    description: option.description,
    value: takesValue ? valueKind(placeholder.replace('...', ''), option.argChoices) : undefined,
    isVariadic: option.variadic,
  };
}

function completedArgument(argument: Argument): CompletedArgument {
  const name = argument.name();
  return { name, kind: valueKind(name, argument.argChoices), isVariadic: argument.variadic };
}

/** The kind of a value, derived from its placeholder in the help, such as `<file>` or `<directory>`. */
function valueKind(placeholder: string, choices: readonly string[] | undefined): ValueKind {
  if (choices !== undefined) return { choices };
  if (/file$/i.test(placeholder)) return 'file';
  return /(directory|folder|dir)$/i.test(placeholder) ? 'directory' : 'other';
}
