import { spawnSync } from 'node:child_process';

/** Debian's has Debian's packages; the first in the path may be another one. */
const candidates = ['python3', '/usr/bin/python3'];

/** The first Python here that runs this program. */
export function findPython(program: string): string | undefined {
  return candidates.find((python) => spawnSync(python, ['-c', program]).status === 0);
}
