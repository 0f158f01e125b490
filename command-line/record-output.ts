import type { Command } from 'commander';
import { compressParts, type WritePart } from '../platform/record-formats/gzip.js';
import type { Platform } from '../platform/subgraph.js';
import { writeOutput } from './backup/output-file.js';
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
  { out, force, gzip = false }: OutputOptions,
  noun: string,
  run: (platform: Platform, output: RecordOutput) => Promise<void>,
): Promise<void> {
  const progress = new ProgressLine();
  await withPlatform(
    async (platform) => {
      const onProgress = (records: number) => progress.update(`${records} ${noun}`);
      try {
        await writeOutput({ file: out, force }, async (write) => {
          if (gzip) await compressParts(write, (compress) => run(platform, { write: compress, onProgress }));
          else await run(platform, { write, onProgress });
        });
      } finally {
        progress.clear();
      }
    },
    { access: 'read' },
  );
}
