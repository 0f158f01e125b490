import { statSync } from 'node:fs';

/**
 * The command that makes a file with secrets inaccessible to other users; undefined if it is. The group of a file of
 * root is that of the service, which must be able to read the file, unless it is the group of root.
 */
export function commandToProtect(path: string): string | undefined {
  const { mode, uid, gid } = statSync(path);
  const isOfService = uid !== process.getuid?.() || (uid === 0 && gid !== 0);
  const [users, permissions] = isOfService ? ['o', 0o007] : ['go', 0o077];
  return (mode & permissions) === 0 ? undefined : `chmod ${users}-rwx ${path}`;
}
