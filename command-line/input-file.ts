import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { readBounded } from '../platform/read-bounded.js';
import { CommandFailure, errorLine } from './failure.js';

/** The input of a command: a file, or standard input. */
export interface InputFile {
  /** The path as specified, or "standard input". */
  readonly name: string;
  /** Size in bytes; null if it is not known in advance, for example for a pipe. */
  readonly size: number | null;
  open(): Readable;
}

/**
 * @param file path, or `-` for standard input
 * @throws {CommandFailure} if it does not exist, cannot be read or is a directory
 */
export async function inputFile(file: string, { chunkBytes }: { chunkBytes: number }): Promise<InputFile> {
  if (file === '-') return { name: 'standard input', size: null, open: () => process.stdin };
  const status = await stat(file).catch((error: unknown) => {
    throw new CommandFailure(errorLine(error));
  });
  if (status.isDirectory()) throw new CommandFailure(`${file} is a directory: specify a file in it`);
  // A pipe can be read only once, like standard input.
  const size = status.isFile() ? status.size : null;
  return { name: file, size, open: () => createReadStream(file, { highWaterMark: chunkBytes }) };
}

/**
 * The text of a file.
 * @throws {CommandFailure} if it cannot be read
 */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new CommandFailure(errorLine(error));
  }
}

/**
 * The text of an input.
 * @param file path, or `-` for standard input
 * @param options.tooLarge end of the error message for a larger input, after its name
 * @throws {CommandFailure} if it cannot be read, or is larger than `maxBytes`
 */
export async function readInput(file: string, options: { maxBytes: number; tooLarge: string }): Promise<string> {
  const input = await inputFile(file, { chunkBytes: 1 << 16 });
  const bytes = await readBounded(input.open(), {
    maxBytes: options.maxBytes,
    tooLarge: () => new CommandFailure(`${input.name} ${options.tooLarge}`),
  });
  return bytes.toString('utf8');
}
