import type { Command } from 'commander';
import { compressParts, type WritePart } from '../platform/record-formats/gzip.js';
import type { Platform } from '../platform/subgraph.js';
import { openOutputFile, standardOutput } from './backup/output-file.js';
import { CommandFailure, errorLine } from './failure.js';
import { ProgressLine } from './output.js';
import { withPlatform } from './platform.js';

/** The options of commands that export records. */
export interface OutputOptions {
  readonly out: string;
  readonly force?: boolean;
  readonly gzip?: boolean;
}

export function addOutputOptions(command: Command): Command {
  return command
    .option('--out <file>', 'file to write; - for standard output', '-')
    .option('--force', 'overwrite an existing file')
    .option('--gzip', 'compress the output');
}

interface RecordOutput {
  readonly write: WritePart;
  /** Shows the number of records so far. */
  readonly onProgress: (records: number) => void;
}

/**
 * Runs an export that writes to a file or standard output. A file is complete or absent; a closed pipe ends the export
 * without an error.
 * @param noun the name of the exported records, in the plural
 * @throws {CommandFailure} if the output cannot be written
 */
export async function exportTo(
  { out, force = false, gzip = false }: OutputOptions,
  noun: string,
  run: (platform: Platform, output: RecordOutput) => Promise<void>,
): Promise<void> {
  const progress = new ProgressLine();
  let isUnread = false;
  // The code of the error is omitted, because it would be mistaken for an error code of the database connection.
  function failToWrite(error: unknown): never {
    isUnread = isClosedPipe(error);
    throw new CommandFailure(errorLine(error));
  }
  await withPlatform(
    async (platform) => {
      const output = out === '-' ? standardOutput() : await openOutputFile(out, force);
      const write: WritePart = (part) => output.sink.write([Buffer.from(part)]).catch(failToWrite);
      const onProgress = (records: number) => progress.update(`${records} ${noun}`);
      try {
        if (gzip) await compressParts(write, (compress) => run(platform, { write: compress, onProgress }));
        else await run(platform, { write, onProgress });
        await output.commit();
      } catch (error) {
        await output.discard();
        if (!isUnread) throw error;
      } finally {
        progress.clear();
      }
    },
    { access: 'read' },
  );
}

/** Whether the reader of a pipe has closed it, as `head` does. */
export function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
