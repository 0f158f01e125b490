import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type BinariesFolder, copyBinaries, embeddedBinaries } from './binaries.js';

/** PostgreSQL refuses to run as root; root starts it as `nobody`. */
const nobody = 65_534;
/** A socket path may have 107 bytes, the name in it takes 16 of them. */
const longestSocketFolder = 88;

export interface ConnectionTarget {
  socketFolder: string;
  user: string;
  password: string;
}

/** Where the parts of a cluster are, and who runs it. */
export interface Layout {
  /** The folder of all that follows. */
  home: string;
  binaries: BinariesFolder;
  dataFolder: string;
  usersFolder: string;
  logFile: string;
  target: ConnectionTarget;
  /** The user that runs PostgreSQL where that is not ourselves. */
  runAs: { uid: number; gid: number } | undefined;
}

/** Makes the folders of a cluster and finds its binaries; what is there already stays. */
export function prepareLayout(options: { directory: string; binaries?: BinariesFolder | undefined }): Layout {
  const runAs = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;
  const wanted = resolve(options.directory);
  mkdirSync(wanted, { recursive: true });
  const home = runAs === undefined ? wanted : reachableFolder(wanted);
  mkdirSync(home, { recursive: true });
  if (runAs !== undefined) chmodSync(home, 0o755);
  const source = options.binaries ?? embeddedBinaries();
  const usersFolder = join(home, 'users');
  mkdirSync(usersFolder, { recursive: true });
  return {
    home,
    binaries:
      runAs === undefined || options.binaries !== undefined ? source : copyBinaries(source, join(home, 'server')),
    dataFolder: join(home, 'data'),
    usersFolder,
    logFile: join(home, 'postgresql.log'),
    target: {
      socketFolder: socketFolder(home, runAs?.uid),
      user: 'rampart',
      password: onceWritten(join(home, 'password')),
    },
    runAs,
  };
}

/**
 * The folder itself when others may pass through all of its parents, else one below /var/lib that it names. A folder
 * that was removed and made again names a new one, so it starts empty.
 */
function reachableFolder(folder: string): string {
  for (let parent = dirname(folder); ; parent = dirname(parent)) {
    if ((statSync(parent).mode & 0o001) === 0) return join('/var/lib/rampart', onceWritten(join(folder, 'place')));
    if (parent === dirname(parent)) return folder;
  }
}

function socketFolder(home: string, owner: number | undefined): string {
  const inside = join(home, 'socket');
  const short = join(tmpdir(), `rampart-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
  const folder = Buffer.byteLength(inside) <= longestSocketFolder ? inside : short;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const status = lstatSync(folder);
  const ours = [process.getuid?.(), owner];
  if (!status.isDirectory() || !ours.includes(status.uid))
    throw new Error(`${folder} belongs to somebody else; remove it`);
  if (owner !== undefined) chownSync(folder, owner, owner);
  return folder;
}

/** A random text that is kept in a file; the first who asks makes it, and nobody ever finds it half-written. */
function onceWritten(file: string): string {
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, randomBytes(24).toString('base64url'), { mode: 0o600 });
    try {
      linkSync(unfinished, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(unfinished, { force: true });
    }
  }
  return readFileSync(file, 'utf8');
}
