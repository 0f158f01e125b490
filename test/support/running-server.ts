import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningCommand, startCommand } from './command-line.js';

/** A `rampart serve` process that is ready. */
export interface RunningServer {
  command: RunningCommand;
  /** URLs by the names printed at start: graphql, rest, licenses, console, docs. */
  addresses: Record<string, string>;
}

/**
 * Starts `rampart serve`, or some parts of it, on a free port, and waits for `ready`; `root`: path of another checkout.
 */
export async function startServer(
  environment: Record<string, string>,
  only: readonly string[] = [],
  root?: string,
): Promise<RunningServer> {
  const command = startCommand(['serve', ...only.flatMap((part) => ['--only', part])], {
    environment: { RAMPART_SERVER_PORT: '0', RAMPART_LICENSES_PORT: '0', ...environment },
    root,
  });
  return { command, addresses: await untilReady(command) };
}

/** Waits until a server is ready; returns the printed addresses by name. */
export async function untilReady(command: RunningCommand): Promise<Record<string, string>> {
  const printed = await new Promise<string>((resolve, reject) => {
    let text = '';
    command.process.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (/^ready$/m.test(text)) resolve(text);
    });
    command.result.then(({ code, errors }) => reject(new Error(`serve ended with ${code}: ${errors}`)), reject);
  });
  const lines = printed.split('\n').filter((line) => line.includes(': '));
  return Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)));
}

/** A directory with a function that removes it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'rampart-'));
  // The user of the database must be able to enter the directory; if this process runs as root, that is another user.
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
