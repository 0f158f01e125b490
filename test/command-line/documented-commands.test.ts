import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { wholeProgram } from '../../command-line/program.js';
import { projectRoot } from '../../platform/project-root.js';
import { shellBlocks } from '../demo/support/shell-blocks.js';

/** A command of the product, up to a comment, a pipe or the end of the line. */
const commandPattern = /(?:^|\$\(|\| )(?:rampart|npm run -s rampart --) (?<words>(?:'[^']*'|"[^"]*"|[^'"|)&>#\n])*)/gm;
const wordPattern = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

const commands = ['README.md', 'docs/operations.md'].flatMap((page) =>
  shellBlocks(readFileSync(join(projectRoot, page), 'utf8')).flatMap(({ line, commands }) =>
    commandsIn(commands).map((words): [string, number, string, string[]] => [page, line, words.join(' '), words]),
  ),
);

const program = await wholeProgram();
withoutEffects(program);

test('the pages contain commands', () => {
  expect(commands.length).toBeGreaterThan(30);
});

test.each(commands)('%s, block at line %d: rampart %s is accepted', async (_page, _line, _text, words) => {
  await expect(program.parseAsync(words, { from: 'user' })).resolves.toBe(program);
});

/** The words of each command; a command with an ellipsis is not complete. */
function commandsIn(text: string): string[][] {
  return [...text.matchAll(commandPattern)]
    .map(({ groups }) => [...(groups?.words ?? '').matchAll(wordPattern)].map(([word]) => unquoted(word)))
    .filter((words) => !words.includes('…'));
}

function unquoted(word: string): string {
  return word.replace(/^(['"])(.*)\1$/s, '$2');
}

/** Prevents a command that is parsed from running its action and from printing. */
function withoutEffects(command: Command): void {
  command.action(() => undefined);
  command.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  for (const subcommand of command.commands) withoutEffects(subcommand);
}
