import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { systemErrorReason } from '../../system-error.js';

/**
 * Maximum length of a socket directory's path in bytes. A socket path has at most 107 bytes, on some systems 103, and
 * the file name takes 15 of them.
 */
const maxFolderBytes = 88;
/** Number of bytes that a temporary directory's name and the link add to a path. */
const linkBytes = '/rampart-XXXXXX/s'.length;
const standardFolders = [...new Set([tmpdir(), '/tmp', '/var/tmp', '/dev/shm', '/run'])];

/**
 * A path through which clients reach a socket directory: the directory itself, or, if its path is too long for a
 * socket, a symbolic link in a temporary directory. The server does not need the link, because it uses a path relative
 * to its working directory.
 */
export class SocketPath {
  readonly path: string;
  readonly #target: string;

  /** @throws {Error} if the path is too long and no temporary directory is writable */
  constructor(folder: string, temporaryFolders: readonly string[] = standardFolders) {
    this.#target = folder;
    this.path =
      Buffer.byteLength(folder) <= maxFolderBytes ? folder : join(createTemporaryFolder(temporaryFolders), 's');
    this.renew();
  }

  /**
   * Recreates the symbolic link if a cleanup of temporary directories has removed it.
   * @throws {Error} if another user has created a file or directory at the path of its directory
   */
  renew(): void {
    if (this.path === this.#target) return;
    const folder = dirname(this.path);
    const status = lstatSync(folder, { throwIfNoEntry: false });
    if (status === undefined) mkdirSync(folder, { mode: 0o700 });
    else if (!status.isDirectory() || status.uid !== process.getuid?.())
      throw new Error(`${folder} is not a directory of this user: remove it`);
    if (lstatSync(this.path, { throwIfNoEntry: false }) === undefined) symlinkSync(this.#target, this.path);
  }

  close(): void {
    if (this.path !== this.#target) rmSync(dirname(this.path), { recursive: true, force: true });
  }
}

function createTemporaryFolder(candidates: readonly string[]): string {
  const reasons: string[] = [];
  for (const folder of candidates) {
    if (Buffer.byteLength(folder) + linkBytes > maxFolderBytes) {
      reasons.push(`${folder}: too long`);
      continue;
    }
    try {
      return mkdtempSync(join(folder, 'rampart-'));
    } catch (error) {
      reasons.push(`${folder}: ${systemErrorReason(error)}`);
    }
  }
  throw new Error(
    `the path of the data directory is too long for a socket, and no temporary directory can be used instead (${reasons.join('; ')}): set TMPDIR to a writable directory with a short path, or [server] data_dir to a shorter path`,
  );
}
