import type { Command } from 'commander';
import { bashCompletion } from './bash.js';
import { commandTree } from './command-tree.js';
import { fishCompletion } from './fish.js';
import { zshCompletion } from './zsh.js';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export type Shell = keyof typeof scripts;

export const shells = Object.keys(scripts) as Shell[]; // The keys of the table that the type is derived from.

/** Returns a script that completes the program's commands, options, choices and files in a shell. */
export function completionScript(program: Command, shell: Shell): string {
  return scripts[shell](commandTree(program, undefined));
}
