import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { describeSystemError, systemErrorReason } from './system-error.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rampart-errors-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('an operating system error', () => {
  test('names the operation, the file and the reason', () => {
    const error = catchError(() => readFileSync(join(folder, 'missing')));
    expect(describeSystemError(error)).toBe(`cannot open ${join(folder, 'missing')}: it does not exist`);
  });

  test('describes a path with the wrong type of file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(describeSystemError(catchError(() => readFileSync(join(folder, 'file', 'below'))))).toBe(
      `cannot open ${join(folder, 'file', 'below')}: a part of the path is a file, not a directory`,
    );
    expect(describeSystemError(catchError(() => readFileSync(folder)))).toBe(
      'cannot read: it is a directory, not a file',
    );
  });

  test('names a socket that does not exist', async () => {
    const error = await new Promise((resolve) => createConnection(join(folder, 'socket')).once('error', resolve));
    expect(describeSystemError(error)).toBe(`cannot connect to ${join(folder, 'socket')}: it does not exist`);
  });

  test('is not described if it has a custom message', () => {
    const error = Object.assign(new Error('The license cannot be read'), { code: 'ENOENT', syscall: 'open' });
    expect(describeSystemError(error)).toBeUndefined();
  });
});

describe('another error', () => {
  test.each([
    new Error('It is late'),
    'It is late',
    Object.assign(new Error('It is late'), { code: 'CONNECT_TIMEOUT' }),
  ])('is described by its own message (%#)', (error) => {
    expect(describeSystemError(error)).toBeUndefined();
    expect(systemErrorReason(error)).toBe('It is late');
  });
});
