import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '../../platform/project-root.js';

export interface CommandResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
  errors: string;
}

export interface RunningCommand {
  process: ChildProcess;
  result: Promise<CommandResult>;
}

/** Starts `rampart WORDS` as built in dist/, with only these settings. */
export function startCommand(
  words: readonly string[],
  options: { environment?: Record<string, string>; input?: string; workingDirectory?: string } = {},
): RunningCommand {
  const child = spawn(process.execPath, [join(projectRoot, 'dist', 'command-line', 'main.js'), ...words], {
    cwd: options.workingDirectory ?? '/tmp',
    env: { PATH: process.env.PATH, HOME: '/tmp', TMPDIR: process.env.TMPDIR, ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stdin.on('error', () => {}); // The command may end before it has read everything.
  child.stdin.end(options.input ?? '');
  const result = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code, signal, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() }),
    );
  });
  return { process: child, result };
}

/** Runs `rampart WORDS` to its end. */
export async function runCommand(
  words: readonly string[],
  options: { environment?: Record<string, string>; input?: string; workingDirectory?: string } = {},
): Promise<CommandResult> {
  return await startCommand(words, options).result;
}
