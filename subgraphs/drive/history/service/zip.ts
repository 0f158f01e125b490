import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type EndOptions, ZipFile } from 'yazl';
import type { TreeFile } from './files.js';

type Content = NonNullable<TreeFile['content']>;

/** The times that a ZIP file can have, in Unix epoch seconds: from 1980 to 2038. */
const times = { first: 315_619_200, last: 2_147_000_000 };

/**
 * Version of the layout of archives. It is part of the entity tag, so a download is not resumed with the bytes of
 * another layout.
 */
export const zipLayout = 'empty folders first, 64-bit end';

/** Opens the bytes of a content for the archive. */
type OpenContent = (content: Content) => Readable;
type OpenStream = (content: Content) => Promise<Readable>;

/** The library announces a wrong size for a long directory of entries unless its end always has the 64-bit format. */
const endOptions = { forceZip64Format: true } as EndOptions;

/** Number of entries that are added before other work can run: for each, the library scans all earlier ones. */
const batchSize = 200;

/**
 * Adds folders with nothing in them, and then the files. The library writes consecutive folders recursively, unless
 * everything before them is written: then it writes each one when it is added.
 */
async function addAll(zip: ZipFile, { files, open }: { files: readonly TreeFile[]; open: OpenStream }): Promise<void> {
  const stored = files.filter(({ isFolder, content }) => isFolder || content !== null);
  const parents = new Set(stored.map(({ path }) => path.slice(0, Math.max(0, path.lastIndexOf('/')))));
  const folders = stored.filter(({ isFolder, path }) => isFolder && !parents.has(path));
  for (const [index, file] of [...folders, ...stored.filter(({ isFolder }) => !isFolder)].entries()) {
    if (index > 0 && index % batchSize === 0) await setImmediate();
    // The client no longer reads the archive.
    if ((zip.outputStream as Readable).destroyed) return;
    add(zip, file, open);
  }
}

/** Contents are stored without compression: the size is known before, and most documents are compressed already. */
function add(zip: ZipFile, { path, content, modifiedAtEpoch }: TreeFile, open: OpenStream): void {
  const seconds = Math.min(times.last, Math.max(times.first, modifiedAtEpoch ?? times.first));
  const mtime = new Date(Math.floor(seconds) * 1000);
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

/** Size in bytes of the archive with these files. */
export async function sizeOfZip(files: readonly TreeFile[]): Promise<number> {
  let size = 0;
  const report = (total: number) => {
    size = total;
  };
  const zip = new ZipFile();
  // Nothing is read: the archive is only measured.
  await addAll(zip, { files, open: () => new Promise(() => {}) });
  // The types of the package omit the parameter of the callback.
  zip.end(endOptions, report as () => void);
  return size;
}

/** The bytes of the archive from `start` to `end`, inclusive; default: all. */
export function readZip(options: {
  files: readonly TreeFile[];
  open: OpenContent;
  range: { start: number; end: number } | undefined;
}): Readable {
  return Readable.from(bytesOf(options), { objectMode: false });
}

async function* bytesOf({ files, open, range }: Parameters<typeof readZip>[0]): AsyncGenerator<Buffer> {
  let current: Readable | undefined;
  const zip = new ZipFile();
  // `outputStream` is a PassThrough; the types of the package state less.
  const output = zip.outputStream as Readable;
  const fail = (error: Error) => output.destroy(error);
  zip.on('error', fail);
  const openStream: OpenStream = async (content) => {
    // The library does not handle errors of its sources.
    current = open(content).on('error', fail);
    return current;
  };
  // The archive is read while it grows.
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
    current?.destroy();
  }
}
