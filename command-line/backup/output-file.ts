import { constants, lstatSync, type Stats, statSync, unlinkSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Sink } from '../../platform/backup/index.js';
import { flushPath } from '../../platform/flush-path.js';
import { beforeInterruption } from '../../platform/interruption.js';
import type { WritePart } from '../../platform/record-formats/gzip.js';
import { systemErrorReason } from '../../platform/system-error.js';
import { writeAll } from '../../platform/write-all.js';
import { CommandFailure } from '../failure.js';

/** Destination of a backup. */
export interface BackupOutput {
  readonly sink: Sink;
  /** Discards the output so far, to start over; returns false if that is impossible, as for standard output. */
  restart(): Promise<boolean>;
  /** Completes the backup. */
  commit(): Promise<void>;
  /** Removes incomplete output. */
  discard(): Promise<void>;
}

interface OutputFile extends BackupOutput {
  /** Writes the content to disk; only the rename of the file is left. */
  flush(): Promise<void>;
}

interface OutputFileOptions {
  readonly file: string;
  /** Whether an existing file is replaced. */
  readonly force?: boolean | undefined;
  /** Permissions of the file, restricted by those of a replaced file; by default, only its owner can read it. */
  readonly mode?: number;
}

/**
 * Opens standard output (`-`), an existing pipe or device, or a file. A pipe is opened when it has a reader. A file is
 * complete or unchanged.
 * @throws {CommandFailure} if the file exists and `force` is not set
 */
export async function openOutput(options: OutputFileOptions): Promise<BackupOutput> {
  const { file } = options;
  if (file === '-') return standardOutput();
  return isStream(file) ? await openStream(file) : await openOutputFile(options);
}

/** Whether output to this file is written directly: to standard output (`-`), an existing pipe or device. */
export function isStream(file: string): boolean {
  if (file === '-') return true;
  const existing = statSync(file, { throwIfNoEntry: false });
  return existing !== undefined && (existing.isFIFO() || existing.isCharacterDevice());
}

async function openStream(file: string): Promise<BackupOutput> {
  const handle = await open(file, constants.O_WRONLY);
  return {
    sink: { write: (parts) => wrapWriteErrors(file, () => handle.writeFile(Buffer.concat(parts))) },
    restart: async () => false,
    commit: () => handle.close(),
    discard: () => handle.close(),
  };
}

/** Opens a file, which is written as FILE.part, and renamed to FILE when it is complete. */
async function openOutputFile({ file, force = false, mode = 0o600 }: OutputFileOptions): Promise<OutputFile> {
  const path = resolve(file);
  const replaced = findReplaced(file, force);
  const draft = `${path}.part`;
  // A killed process left this file. If a process is still writing a backup to it, that backup will fail at its end.
  if (lstatSync(draft, { throwIfNoEntry: false }) !== undefined) unlinkSync(draft);
  const handle = await open(draft, 'wx', mode & (replaced?.mode ?? mode));
  const { ino } = await handle.stat();
  // Compares inodes, because commit closes the file before it is renamed.
  const isOwnDraft = (): boolean => statSync(draft, { throwIfNoEntry: false })?.ino === ino;
  const removeDraft = (): void => {
    if (isOwnDraft()) unlinkSync(draft);
  };
  const removeCleanup = beforeInterruption(removeDraft);
  async function flush(): Promise<void> {
    await wrapWriteErrors(file, () => handle.sync());
    if (isOwnDraft()) return;
    throw new CommandFailure(
      `${draft} was replaced by another command that writes to ${file}: wait for its end, or specify another file`,
    );
  }
  return {
    ...fromStart(handle, file),
    flush,
    async commit() {
      await flush();
      await handle.close();
      await wrapWriteErrors(file, () => rename(draft, path));
      removeCleanup();
      await flushPath(dirname(path));
    },
    async discard() {
      removeDraft();
      removeCleanup();
      await handle.close();
    },
  };
}

/** Writes to an empty file, one part after the other. */
function fromStart(handle: FileHandle, file: string): Pick<BackupOutput, 'sink' | 'restart'> {
  let position = 0;
  return {
    sink: {
      async write(parts) {
        const bytes = Buffer.concat(parts);
        await wrapWriteErrors(file, () => writeAll(handle, bytes, position));
        position += bytes.length;
      },
    },
    async restart() {
      await handle.truncate(0);
      position = 0;
      return true;
    },
  };
}

/**
 * Returns the status of the regular file that output to `file` replaces; undefined if there is none.
 * @throws {CommandFailure} if the file cannot be replaced, or `force` is not set
 */
export function findReplaced(file: string, force: boolean): Stats | undefined {
  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing === undefined) return undefined;
  if (!existing.isFile()) throw new CommandFailure(`${file} is not a regular file: specify another file`);
  if (!force) throw new CommandFailure(`${file} exists: specify another file, or replace it with --force`);
  // The rename would replace the link: for root, also /dev/stdout.
  if (lstatSync(file).isSymbolicLink()) {
    throw new CommandFailure(`${file} is a symbolic link: specify the file that it refers to`);
  }
  return existing;
}

/**
 * Writes to the destination that {@link openOutput} opens. A closed pipe ends the output without an error.
 * @throws {CommandFailure} if the file exists and `force` is not set, or the output cannot be written
 */
export async function writeOutput(options: OutputFileOptions, run: (write: WritePart) => Promise<void>): Promise<void> {
  const output = await openOutput(options);
  try {
    await run((part) => output.sink.write([Buffer.from(part)]));
    await output.commit();
  } catch (error) {
    await output.discard();
    if (!isClosedPipe(error)) throw error;
  }
}

/**
 * Writes a text to a file, and its detached signature to `<file>.sig`. If this fails or is interrupted, both files are
 * unchanged, except between the two renames.
 * @param create called when both files can be written
 * @throws {CommandFailure} if one of the files exists and `force` is not set, or cannot be written
 */
export async function writeSigned<Signed extends { text: string; signature: Buffer }>(
  { file, force }: { file: string; force?: boolean | undefined },
  create: () => Promise<Signed>,
): Promise<Signed> {
  if (file === '-') throw new CommandFailure('- is not supported here: specify a file; its signature is in FILE.sig');
  const outputs: OutputFile[] = [];
  async function openNext(name: string): Promise<OutputFile> {
    const output = await openOutputFile({ file: name, force, mode: 0o666 });
    outputs.push(output);
    return output;
  }
  try {
    const [text, signature] = [await openNext(file), await openNext(`${file}.sig`)];
    const signed = await create();
    await text.sink.write([Buffer.from(signed.text)]);
    await signature.sink.write([signed.signature]);
    for (const output of outputs) await output.flush();
    // Whoever finds the new file also finds its signature.
    await signature.commit();
    await text.commit();
    return signed;
  } catch (error) {
    for (const output of outputs) await output.discard();
    throw error;
  }
}

/**
 * Waits for a write.
 * @param destination name of the destination for the error
 * @throws {CommandFailure} if it fails. The error of the write is only its `cause`, because the code of that error
 * could be mistaken for that of a failed database connection
 */
export async function wrapWriteErrors(destination: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    throw new CommandFailure(`cannot write to ${destination}: ${systemErrorReason(cause)}`, { cause });
  }
}

/** Whether a write failed because the reader of a pipe has closed it, as `head` does. */
export function isClosedPipe(error: unknown): boolean {
  return (
    error instanceof CommandFailure &&
    error.cause instanceof Error &&
    'code' in error.cause &&
    error.cause.code === 'EPIPE'
  );
}

/** Writes to standard output. */
function standardOutput(): BackupOutput {
  return {
    sink: {
      async write(parts) {
        for (const part of parts) {
          const written = Promise.withResolvers<void>();
          process.stdout.write(part, (error) => (error ? written.reject(error) : written.resolve()));
          await wrapWriteErrors('standard output', () => written.promise);
        }
      },
    },
    restart: async () => false,
    commit: async () => {},
    discard: async () => {},
  };
}
