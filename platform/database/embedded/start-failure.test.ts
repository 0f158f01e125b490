import { describe, expect, test } from 'vitest';
import { describeStartFailure, isTemporary } from './start-failure.js';

const program = '/opt/server/bin/postgres';

function systemError(code: string): Error {
  return Object.assign(new Error(`spawn ${program} ${code}`), { code, syscall: `spawn ${program}` });
}

describe('the error of a failed start', () => {
  test.each([
    ['ENOENT', `${program} is missing; run npm ci again`],
    ['EACCES', `${program} cannot be executed: its file system is mounted with noexec`],
    ['EPERM', 'PostgreSQL cannot run as root, and root cannot switch to another user here'],
    ['EMFILE', `${program} cannot be executed: too many open files`],
  ])('explains %s', (code, reason) => {
    expect(describeStartFailure({ program, error: systemError(code), output: '' })).toContain(reason);
  });

  test.each([
    [
      'the last fatal error of the server, with detail and hint',
      [
        '2026-11-22 12:00:00.000 UTC [7] LOG:  starting PostgreSQL 18.4',
        '2026-11-22 12:00:00.000 UTC [7] FATAL:  could not map anonymous shared memory: Cannot allocate memory',
        '2026-11-22 12:00:00.000 UTC [7] HINT:  Reduce "shared_buffers".',
        '2026-11-22 12:00:00.000 UTC [7] LOG:  database system is shut down',
      ],
      'could not map anonymous shared memory: Cannot allocate memory; Reduce "shared_buffers"',
    ],
    [
      'the error of the dynamic loader',
      ['/opt/server/bin/initdb: error while loading shared libraries: libicuuc.so.60: cannot open shared object file'],
      'libicuuc.so.60: cannot open shared object file; install the library, or run npm ci again',
    ],
    [
      'that the user has no name',
      ['initdb: error: could not look up effective user ID 4242: user does not exist'],
      'user does not exist; PostgreSQL requires an entry in /etc/passwd',
    ],
    [
      'that the disk is full, regardless of consequential errors',
      ['FATAL:  could not write to file "base/1": No space left on device', 'PANIC:  cannot abort transaction 1'],
      'no space left on its disk; free some space',
    ],
    [
      'the limit to raise',
      ['FATAL:  insufficient file descriptors available to start server process'],
      'raise the limit of open files (ulimit -n)',
    ],
    ['that there is no message', [], 'it exited without a message'],
  ])('reports %s', (_, lines, reason) => {
    expect(describeStartFailure({ program, output: lines.join('\n') })).toContain(reason);
  });

  test.each([
    ['FATAL:  lock file "postmaster.pid" already exists', true],
    ['FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use', true],
    ['FATAL:  could not load server certificate file', false],
  ])('is classified as temporary or permanent: %s', (output, expected) => {
    expect(isTemporary({ program, output })).toBe(expected);
  });
});
