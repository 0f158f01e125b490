import { createHash, timingSafeEqual } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../../platform/configuration/index.js';
import { makeDataDirectory } from '../../platform/data-directory.js';
import type { Logger } from '../../platform/log.js';
import { operatorTokenKind } from './token-format.js';

const ownerOnly = 0o600;

/**
 * The token of the first administrator: the configured one, or the one in `data_dir/admin-token`, made on first start
 * (mode 0600). Several processes on one folder agree on it.
 * @throws {Error} when the file cannot be read or made, or is empty
 */
export function readAdminToken(options: { configuration: Configuration; log: Logger }): string {
  const { adminToken } = options.configuration.auth;
  if (adminToken !== '') return adminToken;
  const path = adminTokenPath(options.configuration);
  makeDataDirectory(options.configuration.server.dataDir);
  createWhenAbsent(path);
  if ((statSync(path).mode & 0o077) !== 0) {
    chmodSync(path, ownerOnly);
    options.log.warn(
      { path },
      'others could read the administrator token; its file is now readable for its owner only',
    );
  }
  const token = readFileSync(path, 'utf8').trim();
  if (token === '') throw new Error(`${path} is empty: remove it to have a new administrator token made`);
  return token;
}

/** Where the generated token is. */
export function adminTokenPath(configuration: Configuration): string {
  return join(configuration.server.dataDir, 'admin-token');
}

function createWhenAbsent(path: string): void {
  try {
    writeFileSync(path, `${operatorTokenKind.create()}\n`, { flag: 'wx', mode: ownerOnly });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // File system errors carry a code.
  }
}

/** Compares a presented text with the secret in a time that tells nothing about the secret. */
export function secretMatcher(secret: string): (presented: string) => boolean {
  const expected = digest(secret);
  return (presented) => timingSafeEqual(digest(presented), expected);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
