import { chownSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { SocketPath } from './socket-path.js';

let folder: string;
/** A path that is too long for a socket. */
let longPath: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 's-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  longPath = join(folder, 'x'.repeat(100));
  mkdirSync(longPath);
});

describe('the socket path', () => {
  test('is in the requested directory if the path has at most 88 bytes, and contains a symbolic link to it otherwise', () => {
    const within = `/${'é'.repeat(43)}x`;
    expect(new SocketPath(within).path).toBe(within);
    const socket = new SocketPath(`${within}x`);
    onTestFinished(() => socket.close());
    expect(readlinkSync(socket.path)).toBe(`${within}x`);
  });

  test('is recreated if it was deleted, and deleted on close', () => {
    const socket = new SocketPath(longPath);
    rmSync(dirname(socket.path), { recursive: true });
    socket.renew();
    expect(readlinkSync(socket.path)).toBe(longPath);
    rmSync(socket.path);
    socket.renew();
    expect(readlinkSync(socket.path)).toBe(longPath);
    socket.close();
    expect(existsSync(dirname(socket.path))).toBe(false);
  });

  test.runIf(process.getuid?.() === 0)('is not recreated in a directory of another user', () => {
    const socket = new SocketPath(longPath);
    onTestFinished(() => socket.close());
    chownSync(dirname(socket.path), 65_534, 65_534);
    expect(() => socket.renew()).toThrow(/is not a directory of this user/);
  });

  test('is in the first writable temporary directory with a short path', () => {
    const socket = new SocketPath(longPath, [longPath, join(folder, 'missing'), folder]);
    onTestFinished(() => socket.close());
    expect(dirname(dirname(socket.path))).toBe(folder);
  });

  test('reports why each temporary directory is unsuitable', () => {
    expect(() => new SocketPath(longPath, [longPath, join(folder, 'missing')])).toThrow(
      `no temporary directory can be used instead (${longPath}: too long; ${join(folder, 'missing')}: it does not exist): set TMPDIR`,
    );
  });
});
