import { vi } from 'vitest';
import { runCommandLine } from '../../../command-line/program.js';
import { commandEnvironment } from '../../support/command-line.js';

/**
 * Runs a command in this process with only these settings, because starting a process takes longer. One command at a
 * time, without standard input.
 */
export async function runHere(
  words: readonly string[],
  { environment = {} }: { environment?: Record<string, string> } = {},
): Promise<{ code: number; output: string; errors: string }> {
  const outside = process.env;
  const written = { output: '', errors: '' };
  const take = (name: keyof typeof written) => (text: string | Uint8Array) => {
    written[name] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(take('output')),
    vi.spyOn(process.stderr, 'write').mockImplementation(take('errors')),
  ];
  process.env = commandEnvironment(environment);
  try {
    const code = await runCommandLine(words);
    return { code, ...written };
  } finally {
    process.env = outside;
    for (const spy of spies) spy.mockRestore();
  }
}
