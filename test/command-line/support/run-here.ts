import { vi } from 'vitest';
import { runCommandLine } from '../../../command-line/program.js';

/**
 * Runs a command in this process, because it requires neither settings nor a database, and starting a process takes
 * longer.
 */
export async function runHere(words: readonly string[]): Promise<{ code: number; output: string; errors: string }> {
  const written = { output: '', errors: '' };
  const take = (name: keyof typeof written) => (text: string | Uint8Array) => {
    written[name] += String(text);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(take('output')),
    vi.spyOn(process.stderr, 'write').mockImplementation(take('errors')),
  ];
  try {
    const code = await runCommandLine(words);
    return { code, ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
