import { Readable } from 'node:stream';
import { vi } from 'vitest';
import { runCommandLine } from '../../../command-line/program.js';
import { commandEnvironment } from '../../support/command-line.js';

/**
 * Runs a command in this process with only these settings, because starting a process takes longer. One command at a
 * time. `input`: its standard input; default: empty.
 */
export async function runHere(
  args: readonly string[],
  { environment = {}, input = '' }: { environment?: Record<string, string>; input?: string } = {},
): Promise<{ code: number; output: string; errors: string }> {
  const outside = process.env;
  const written: Record<'output' | 'errors', Buffer[]> = { output: [], errors: [] };
  const captureOutput =
    (name: keyof typeof written) =>
    (part: string | Uint8Array, ...rest: unknown[]) => {
      written[name].push(Buffer.from(part as string)); // Either is copied.
      const done = rest.at(-1);
      if (typeof done === 'function') done();
      return true;
    };
  const standardInput = Object.assign(Readable.from([Buffer.from(input)]), { isTTY: false });
  const spies = [
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(standardInput as unknown as typeof process.stdin), // Commands only read it.
    vi.spyOn(process.stdout, 'write').mockImplementation(captureOutput('output')),
    vi.spyOn(process.stderr, 'write').mockImplementation(captureOutput('errors')),
  ];
  process.env = commandEnvironment(environment);
  try {
    const code = await runCommandLine(args);
    return { code, output: String(Buffer.concat(written.output)), errors: String(Buffer.concat(written.errors)) };
  } finally {
    process.env = outside;
    for (const spy of spies) spy.mockRestore();
  }
}
