import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { TreeFile } from './files.js';

type Content = NonNullable<TreeFile['content']>;

/** The times that a ZIP file can have, in Unix epoch seconds: from 1980 to 2038. */
const times = { first: 315_619_200, last: 2_147_000_000 };

/** Opens the bytes of a file of the archive. */
type OpenContent = (content: Content) => AsyncIterable<Buffer>;

/** Contents are stored without compression: the size is known before, and most documents are compressed already. */
function zipOf(files: readonly TreeFile[], open: (content: Content) => Promise<Readable>): ZipFile {
  const zip = new ZipFile();
  for (const { path, isFolder, content, modifiedAtEpoch } of files) {
    const seconds = Math.min(times.last, Math.max(times.first, modifiedAtEpoch ?? times.first));
    const mtime = new Date(Math.floor(seconds) * 1000);
    if (isFolder) zip.addEmptyDirectory(path, { mtime });
    else if (content !== null) {
      const options = { mtime, compress: false, size: content.size };
      zip.addReadStreamLazy(path, options, (callback) => {
        open(content).then(
          (stream) => callback(null, stream),
          (error: unknown) => callback(error, Readable.from([])),
        );
      });
    }
  }
  return zip;
}

/** Size in bytes of the archive with these files. */
export function sizeOfZip(files: readonly TreeFile[]): number {
  let size = 0;
  const report = (total: number) => {
    size = total;
  };
  // Nothing is read: the archive is only measured.
  const zip = zipOf(files, () => new Promise(() => {}));
  // The types of the package omit the parameter of the callback.
  zip.end(undefined, report as () => void);
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
  const fail = (error: Error) => output.destroy(error);
  const zip = zipOf(files, async (content) => {
    // The library does not handle the errors of what it reads.
    current = Readable.from(open(content), { objectMode: false }).on('error', fail);
    return current;
  });
  // `outputStream` is a PassThrough; the types of the package state less.
  const output = zip.outputStream as Readable;
  zip.on('error', fail);
  zip.end();
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
