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

export interface CommandOptions {
  environment?: Record<string, string>;
  input?: string;
  /** Whether standard input remains open, so the test can write to it. */
  keepsInput?: boolean;
  workingDirectory?: string;
  /** Path of another checkout whose dist/ to run; default: this one. */
  root?: string;
  /** The program to start, instead of the build in dist/. */
  program?: string;
  /** User and group id to run as; default: the current user. */
  user?: number | undefined;
}

/** The environment of a command that has only these settings. */
export function commandEnvironment(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, HOME: '/tmp', TMPDIR: process.env.TMPDIR, ...settings };
}

/** Starts the built `rampart WORDS` with only these settings. */
export function startCommand(args: readonly string[], options: CommandOptions = {}): RunningCommand {
  const [program, ...first] =
    options.program === undefined
      ? [process.execPath, join(options.root ?? projectRoot, 'dist', 'command-line', 'main.js')]
      : [options.program];
  const child = spawn(program, [...first, ...args], {
    ...(options.user === undefined ? {} : { uid: options.user, gid: options.user }),
    // Commands search for a server of their working directory, so other commands must not run in that of a server.
    cwd: options.workingDirectory ?? (args[0] === 'serve' ? '/tmp' : '/'),
    env: commandEnvironment(options.environment),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  child.stdin.on('error', () => {}); // The command may exit before it has read all input.
  if (!options.keepsInput) child.stdin.end(options.input ?? '');
  const result = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) =>
      resolve({ code, signal, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() }),
    );
  });
  return { process: child, result };
}

/** Runs `rampart WORDS` and waits for its exit. */
export async function runCommand(args: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return await startCommand(args, options).result;
}
