import type { FileHandle } from 'node:fs/promises';
import { systemClock } from '../../../../platform/clock.js';
import { realTiming } from '../../dependencies.js';
import type { PartialDownload, StoredContent } from '../../items/index.js';
import type { SiteDependencies } from '../dependencies.js';
import type { FoundEntry } from './match-entries.js';
import { openBelowRoot } from './open-without-links.js';

const readBufferBytes = 1 << 18;

/**
 * Resolution of modification times in milliseconds: a tick of the kernel or, if the time has no fraction of a second,
 * that of a file system with whole seconds, such as FAT, which rounds to two seconds.
 */
const resolutionMs = { tick: 20, seconds: 2000 };

/** The clock of the file system and its timer; tests replace them. */
type FileTime = Pick<SiteDependencies, 'clock' | 'sleep'>;
const realTime: FileTime = { clock: systemClock, sleep: realTiming.sleep };

/**
 * Copies a file into the content store. Undefined if the file cannot be read, or changed or disappeared while it was
 * read; the next scan tries again.
 * @throws an error with a `fullDiskReason` if the file does not fit on the disk
 */
export async function storeContent(
  { content, log }: Pick<SiteDependencies, 'content' | 'log'>,
  { root, entry, time = realTime }: { root: string; entry: FoundEntry; time?: FileTime },
): Promise<StoredContent | undefined> {
  // Links that have replaced the file or a parent directory since the listing are not followed.
  const file = await openBelowRoot(root, { path: entry.path, kind: 'file' }).catch(() => undefined);
  if (file === undefined) return undefined;
  function logFailure(error: unknown): undefined {
    log.warn({ err: error, path: entry.path }, 'a file of the folder cannot be read; the next scan tries again');
  }
  try {
    // The path is included, because a file with hard links has several.
    const part = await content.openPart(['folder', root, entry.path, entry.inode]);
    try {
      return await copy({ file, entry, part, time, logFailure });
    } finally {
      await part.close().finally(() => part.discard());
    }
  } finally {
    await file.close();
  }
}

async function copy(options: {
  file: FileHandle;
  entry: FoundEntry;
  part: PartialDownload;
  time: FileTime;
  logFailure: (error: unknown) => undefined;
}): Promise<StoredContent | undefined> {
  const { file, entry, part, time, logFailure } = options;
  if (part.length > 0) await part.clear();
  await part.reserve(entry.size);
  await untilDistinguishable(entry, time);
  const isUnchanged = async (): Promise<boolean> => {
    const stats = await file.stat({ bigint: true }).catch(logFailure);
    return String(stats?.ino) === entry.inode && String(stats?.mtimeNs) === entry.modified;
  };
  if (!(await isUnchanged())) return undefined;
  const buffer = Buffer.allocUnsafe(Math.min(readBufferBytes, entry.size + 1));
  // One byte more than the size detects a growing file, which may grow as fast as it is read.
  while (part.length <= entry.size) {
    const result = await file.read(buffer, 0, buffer.length, part.length).catch(logFailure);
    if (result === undefined) return undefined;
    if (result.bytesRead === 0) break;
    await part.append(buffer.subarray(0, result.bytesRead));
  }
  return (await isUnchanged()) && part.length === entry.size ? await part.finish() : undefined;
}

/**
 * Waits until a later change of the file would result in another modification time. A change within the same tick as
 * the last one would remain unnoticed if the file were read in between.
 */
async function untilDistinguishable({ modified }: FoundEntry, { clock, sleep }: FileTime): Promise<void> {
  const nanoseconds = BigInt(modified);
  const resolution = nanoseconds % 1_000_000_000n === 0n ? resolutionMs.seconds : resolutionMs.tick;
  const distinguishableAt = Number(nanoseconds / 1_000_000n) + resolution;
  for (;;) {
    const remainingMs = distinguishableAt - clock.now();
    // A time that is further ahead was set explicitly, or is from another clock.
    if (remainingMs <= 0 || remainingMs > 2 * resolutionMs.seconds) return;
    // Repeated, because a timer can fire early.
    await sleep(remainingMs / 1000);
  }
}
