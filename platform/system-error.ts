import { messageOf } from './message-of.js';

/** Descriptions of operating system errors by error code, with the remedy if there is one. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied; check the owner and the permissions',
  EADDRINUSE: 'the address is in use',
  EADDRNOTAVAIL: 'the address does not exist on this machine',
  EAFNOSUPPORT: 'this machine does not support this kind of address',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is exceeded; free some space',
  EEXIST: 'another file with this name exists',
  EHOSTDOWN: 'the host is down',
  EINVAL: 'the operating system does not accept it',
  EIO: 'the disk reports an input/output error',
  EISDIR: 'it is a directory, not a file',
  ELOOP: 'it is part of a loop of symbolic links',
  EMFILE: 'too many open files; raise the limit (ulimit -n)',
  ENAMETOOLONG: 'the path is too long',
  ENFILE: 'the machine has too many open files; raise its limit',
  ENOENT: 'it does not exist',
  ENOMEM: 'out of memory',
  ENOSPC: 'no space left; free some space',
  ENOTCONN: 'it is not connected; if it is on a mounted file system, mount it again',
  ENOTDIR: 'a part of the path is a file, not a directory',
  ENOTEMPTY: 'the directory is not empty',
  EPERM: 'the operating system does not permit it',
  EPIPE: 'the other end was closed',
  EROFS: 'the file system is read-only',
  ESTALE: 'its file system has changed on the server; mount it again',
  EXDEV: 'it is on another file system',
};

/** Descriptions of system calls whose names are unclear. */
const actions: Readonly<Record<string, string>> = {
  access: 'access',
  bind: 'listen on',
  chmod: 'change the mode of',
  chown: 'change the owner of',
  connect: 'connect to',
  copyfile: 'copy',
  listen: 'listen on',
  lstat: 'find',
  mkdir: 'create the directory',
  mkdtemp: 'create a directory like',
  readlink: 'read the link',
  realpath: 'find',
  rm: 'remove',
  rmdir: 'remove the directory',
  scandir: 'list',
  stat: 'find',
  statfs: 'find',
  symlink: 'create the link',
  unlink: 'remove',
  uv_cwd: 'find the working directory',
};

/** The operating system's code of an error, for example ENOENT; undefined for other errors. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return 'syscall' in error || error.code in reasons ? error.code : undefined;
}

/**
 * The reason for an error: in plain language for an operating system error, otherwise the error's message; other thrown
 * values as text.
 */
export function systemErrorReason(error: unknown): string {
  const code = systemErrorCode(error);
  if (code !== undefined && code in reasons) return reasons[code] ?? code;
  return error instanceof Error ? error.message || error.name : String(error);
}

/**
 * One sentence for an unhandled error of the operating system: the failed action, the file, and the reason. Undefined
 * for other errors, and for those with a custom message.
 */
export function describeSystemError(error: unknown): string | undefined {
  const code = systemErrorCode(error);
  if (code === undefined || !(code in reasons)) return undefined;
  // A system error has a code and, for connections, the address.
  const { syscall, path, address, message } = error as NodeJS.ErrnoException & { address?: string };
  if (syscall === undefined || !message.includes(code)) return undefined;
  const [call = '', command] = syscall.split(' ');
  const action = call === 'spawn' ? 'run' : (actions[call] ?? call);
  const subject = [action, path ?? command ?? address].filter((part) => part !== undefined && part !== '').join(' ');
  return `cannot ${subject}: ${reasons[code]}`;
}

/** One sentence for any error: see `describeSystemError` for those of the operating system, otherwise the message. */
export function describeError(error: unknown): string {
  return describeSystemError(error) ?? messageOf(error);
}
