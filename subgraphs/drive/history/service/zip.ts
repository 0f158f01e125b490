import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type EndOptions, ZipFile } from 'yazl';
import { abortableStream } from '../../../../platform/abortable-stream.js';
import type { TreeEntry } from './files.js';

type Content = NonNullable<TreeEntry['content']>;

/** Range of the modification times that a ZIP file can contain, in Unix epoch seconds: 1980 to 2038. */
const times = { first: 315_619_200, last: 2_147_000_000 };

/**
 * Version of the archive layout. The ETag depends on it, so a download that began with another layout is not resumed.
 */
export const zipLayout = 'empty folders first, 64-bit end';

/** Opens stored content for reading. */
type OpenContent = (content: Content) => Readable;
type OpenStream = (content: Content) => Promise<Readable>;

/**
 * The library reports a wrong size for an archive with a long central directory unless the end record is always ZIP64.
 */
const endOptions = { forceZip64Format: true } as EndOptions;

/** Number of entries to add before yielding to other work: for each entry, the library scans all earlier ones. */
const batchSize = 200;

/**
 * Adds empty folders first, then files. The library writes consecutive folders recursively unless everything before
 * them is already written; at the start of the archive, it writes each folder when it is added.
 */
async function addAll(zip: ZipFile, { files, open }: { files: readonly TreeEntry[]; open: OpenStream }): Promise<void> {
  const storedFiles = files.filter(({ isFolder, content }) => isFolder || content !== null);
  const parents = new Set(storedFiles.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  const folders = storedFiles.filter(({ isFolder, path }) => isFolder && !parents.has(path));
  for (const [index, file] of [...folders, ...storedFiles.filter(({ isFolder }) => !isFolder)].entries()) {
    if (index > 0 && index % batchSize === 0) await setImmediate();
    // The client no longer reads the archive.
    if ((zip.outputStream as Readable).destroyed) return;
    add(zip, file, open);
  }
}

/**
 * Adds a file or folder. Content is not compressed: its size is known in advance, and most documents are already
 * compressed.
 */
function add(zip: ZipFile, { path, content, modifiedAtEpoch }: TreeEntry, open: OpenStream): void {
  const seconds = Math.min(times.last, Math.max(times.first, modifiedAtEpoch ?? times.first));
  const mtime = new Date(1000 * seconds);
  if (content === null) zip.addEmptyDirectory(path, { mtime });
  else {
    zip.addReadStreamLazy(path, { mtime, compress: false, size: content.size }, (callback) => {
      open(content).then(
        (stream) => callback(null, stream),
        (error: unknown) => callback(error, Readable.from([])),
      );
    });
  }
}

/** Size in bytes of an archive of these files. */
export async function sizeOfZip(files: readonly TreeEntry[]): Promise<number> {
  let size = 0;
  const report = (total: number) => {
    size = total;
  };
  const zip = new ZipFile();
  // Only the size is computed; no content is read.
  await addAll(zip, { files, open: () => new Promise(() => {}) });
  // The types of the package omit the parameter of the callback.
  zip.end(endOptions, report as () => void);
  return size;
}

interface ZipInput {
  readonly files: readonly TreeEntry[];
  readonly open: OpenContent;
  readonly range: { start: number; end: number } | undefined;
}

/**
 * Reads the bytes `start` to `end` (inclusive) of the archive; all if `range` is undefined. When the stream is
 * destroyed, no further content is read, also while the bytes before `start` are skipped.
 */
export function createZipStream(input: ZipInput): Readable {
  return abortableStream((signal) => bytesOf(input, signal));
}

async function* bytesOf({ files, open, range }: ZipInput, signal: AbortSignal): AsyncGenerator<Buffer> {
  let current: Readable | undefined;
  const zip = new ZipFile();
  // `outputStream` is a PassThrough, but is declared with a less specific type.
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  const openStream: OpenStream = async (content) => {
    signal.throwIfAborted();
    // The library does not handle errors of its sources.
    current = open(content).on('error', fail);
    return current;
  };
  const stop = () => {
    output.destroy();
    current?.destroy();
  };
  signal.addEventListener('abort', stop, { once: true });
  // The archive is read while it is written.
  addAll(zip, { files, open: openStream }).then(() => zip.end(endOptions), fail);
  const { start = 0, end = Number.POSITIVE_INFINITY } = range ?? {};
  let position = 0;
  try {
    for await (const part of output as AsyncIterable<Buffer>) {
      const [from, to] = [Math.max(0, start - position), Math.min(part.length, end + 1 - position)];
      position += part.length;
      if (to > from) yield part.subarray(from, to);
      if (position > end) return;
    }
  } finally {
    stop();
  }
}
