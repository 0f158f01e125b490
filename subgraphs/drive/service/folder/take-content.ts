import type { StoredContent } from '../../records.js';
import type { FoundEntry } from '../../rules/match-entries.js';
import type { DriveDependencies } from '../dependencies.js';
import { openInside } from './inside.js';

const readBytes = 1 << 18;

/**
 * Copies a file into the store under its hash. Undefined: it was changed or went away while it was read, and is taken by the
 * next scan.
 */
export async function takeContent(
  { content }: Pick<DriveDependencies, 'content'>,
  { root, entry }: { root: string; entry: FoundEntry },
): Promise<StoredContent | undefined> {
  // Links that took the place of the file, or of a folder above it, since it was looked at are not followed.
  const file = await openInside(root, { path: entry.path, kind: 'file' }).catch(() => undefined);
  if (file === undefined) return undefined;
  // By its path too: a file may have several.
  const part = await content.openPart(['folder', root, entry.path, entry.inode]);
  try {
    if (part.length > 0) await part.clear();
    const isSame = async (): Promise<boolean> => {
      const facts = await file.stat({ bigint: true });
      return String(facts.ino) === entry.inode && String(facts.mtimeNs) === entry.modified;
    };
    if (!(await isSame())) return undefined;
    const buffer = Buffer.allocUnsafe(Math.min(readBytes, entry.size + 1));
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, part.length);
      if (bytesRead === 0) break;
      await part.append(buffer.subarray(0, bytesRead));
    }
    return (await isSame()) && part.length === entry.size ? await part.keep() : undefined;
  } finally {
    await part.close();
    await part.discard();
    await file.close();
  }
}
