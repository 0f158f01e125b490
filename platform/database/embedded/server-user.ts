import { chownSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from '../../system-error.js';

/** The user who runs PostgreSQL, if different from the current user. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

/** The uid of `nobody` on common systems. */
const nobody = 65_534;

/** The user to run PostgreSQL as. PostgreSQL does not run as root, so root runs it as `nobody`. */
export function serverUser(): ServerUser | undefined {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;
}

/** Error message if root lacks the capabilities to change users, as in a restricted container. */
export const cannotSwitchUser =
  'PostgreSQL cannot run as root, and root cannot switch to another user here: start Rampart as another user, or set [database] url';

/** Changes the owner of a file or directory to the user who runs the server. */
export function changeOwner(user: ServerUser | undefined, path: string): void {
  if (user === undefined) return;
  try {
    chownSync(path, user.uid, user.gid);
  } catch (error) {
    if (['EPERM', 'EINVAL'].includes(systemErrorCode(error) ?? '')) throw new Error(cannotSwitchUser, { cause: error });
    throw error;
  }
}

/** The nearest parent directory that other users cannot enter; undefined if there is none. */
export function inaccessibleParent(folder: string): string | undefined {
  for (let parent = dirname(folder); ; parent = dirname(parent)) {
    if ((statSync(parent).mode & 0o001) === 0) return parent;
    if (parent === dirname(parent)) return undefined;
  }
}
