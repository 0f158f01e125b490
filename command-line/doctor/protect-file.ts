import { statSync } from 'node:fs';

/**
 * The command that makes a file with secrets inaccessible to other users; undefined if it is. The group of a file of
 * root is that of the service, which must be able to read the file but not to change it, unless it is the group of
 * root.
 */
export function commandToProtect(path: string): string | undefined {
  const { mode, uid, gid } = statSync(path);
  const isOfService = uid === 0 && gid !== 0;
  const [change, permissions] = isOfService ? ['g-w,o-rwx', 0o027] : ['go-rwx', 0o077];
  return (mode & permissions) === 0 ? undefined : `chmod ${change} ${path}`;
}
