import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adminTokenPath, readAdminTokens } from '../../gateway/index.js';
import { silentLog as log } from '../../platform/log.js';
import { testConfiguration } from '../support/index.js';

describe('administrator tokens', () => {
  const createFolder = () => mkdtempSync(join(tmpdir(), 'admin-token-'));
  const [first, second] = ['1'.repeat(32), '2'.repeat(32)];

  test('are read from the settings, each with its name', () => {
    const tokensOf = (environment: Record<string, string>) =>
      readAdminTokens({ configuration: testConfiguration(environment), log });
    const admin = { name: 'admin', token: first };
    const ada = { name: 'ada', token: second };
    expect(tokensOf({ RAMPART_AUTH_ADMIN_TOKEN: first })).toEqual([admin]);
    expect(tokensOf({ RAMPART_AUTH_ADMIN_TOKENS: `ada:${second}` })).toEqual([ada]);
    const environment = { RAMPART_AUTH_ADMIN_TOKEN: first, RAMPART_AUTH_ADMIN_TOKENS: `ada:${second}` };
    expect(tokensOf(environment)).toEqual([admin, ada]);
    expect(() => tokensOf({ ...environment, RAMPART_AUTH_ADMIN_TOKEN: second })).toThrow(
      /token of ada .* are the same/,
    );
  });

  test('are generated on the first start, are readable by the owner only, and do not change later', () => {
    const configuration = testConfiguration({ RAMPART_SERVER_DATA_DIR: join(createFolder(), 'new') });
    const [{ name, token } = { name: '', token: '' }] = readAdminTokens({ configuration, log });
    expect(name).toBe('admin');
    expect(token).toMatch(/^rpt_/);
    expect(readFileSync(adminTokenPath(configuration), 'utf8')).toBe(`${token}\n`);
    expect(statSync(adminTokenPath(configuration)).mode & 0o777).toBe(0o600);
    expect(readAdminTokens({ configuration, log })).toEqual([{ name, token }]);
  });

  test('are neither generated nor read from the file if the settings contain tokens', () => {
    const environment = { RAMPART_SERVER_DATA_DIR: createFolder(), RAMPART_AUTH_ADMIN_TOKENS: `ada:${second}` };
    const configuration = testConfiguration(environment);
    readAdminTokens({ configuration, log });
    expect(existsSync(adminTokenPath(configuration))).toBe(false);
    writeFileSync(adminTokenPath(configuration), `${first}\n`);
    expect(readAdminTokens({ configuration, log }).map(({ name }) => name)).toEqual(['ada']);
  });

  test('are made private if other users can read their file, and rejected if empty or too short', () => {
    const configuration = testConfiguration({ RAMPART_SERVER_DATA_DIR: createFolder() });
    writeFileSync(adminTokenPath(configuration), `${first}\n`, { mode: 0o644 });
    expect(readAdminTokens({ configuration, log })).toMatchObject([{ token: first }]);
    expect(statSync(adminTokenPath(configuration)).mode & 0o777).toBe(0o600);
    writeFileSync(adminTokenPath(configuration), '\n');
    expect(() => readAdminTokens({ configuration, log })).toThrow(/is empty/);
    writeFileSync(adminTokenPath(configuration), '1'.repeat(31));
    expect(() => readAdminTokens({ configuration, log })).toThrow(
      /contains a token of 31 characters, but the minimum is 32/,
    );
  });
});
