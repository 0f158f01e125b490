import { spawnSync } from 'node:child_process';

/** Debian's Python has Debian's packages; the first one in PATH may be different. */
const candidates = ['python3', '/usr/bin/python3'];

/** The first Python that can run this program; undefined if there is none. */
export function findPython(program: string): string | undefined {
  return candidates.find((python) => spawnSync(python, ['-c', program]).status === 0);
}
