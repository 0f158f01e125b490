import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from '../../system-error.js';

/** Who runs PostgreSQL where that is not ourselves. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user `nobody`, by its number on every system. */
const nobody = 65_534;

/** PostgreSQL refuses to run as root; root starts it as `nobody`. */
export function serverUser(): ServerUser | undefined {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;
}

/** The message when root lacks capabilities, as in a restricted container. */
export const noOtherUser =
  'PostgreSQL cannot run as root, and root cannot switch to another user here: start Rampart as another user, or set [database] url';

/** Gives a file or a folder to the user that runs the server. */
export function changeOwner(user: ServerUser | undefined, path: string): void {
  if (user === undefined) return;
  try {
    chownSync(path, user.uid, user.gid);
  } catch (error) {
    if (['EPERM', 'EINVAL'].includes(systemErrorCode(error) ?? '')) throw new Error(noOtherUser, { cause: error });
    throw error;
  }
}

/** The nearest parent of the folder that other users may not pass through; undefined when they may pass through all. */
export function closedParent(folder: string): string | undefined {
  for (let parent = dirname(folder); ; parent = dirname(parent)) {
    if ((statSync(parent).mode & 0o001) === 0) return parent;
    if (parent === dirname(parent)) return undefined;
  }
}
