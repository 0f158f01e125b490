import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { CommandFailure, errorLine } from './failure.js';

/** What a command reads: a file, or standard input. */
export interface InputFile {
  /** The path as given, or "standard input". */
  readonly name: string;
  /** Bytes; null when the size is unknown in advance, as of a pipe. */
  readonly size: number | null;
  open(): Readable;
}

/**
 * @param file path, or `-` for standard input
 * @throws {CommandFailure} when it does not exist, may not be read or is a folder
 */
export async function inputFile(file: string, { chunkBytes }: { chunkBytes: number }): Promise<InputFile> {
  if (file === '-') return { name: 'standard input', size: null, open: () => process.stdin };
  const status = await stat(file).catch((error: unknown) => {
    throw new CommandFailure(errorLine(error));
  });
  if (status.isDirectory()) throw new CommandFailure(`${file} is a directory: specify a file in it`);
  // A pipe can be read once only, as standard input.
  const size = status.isFile() ? status.size : null;
  return { name: file, size, open: () => createReadStream(file, { highWaterMark: chunkBytes }) };
}
