import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminToken } from '../../command-line/doctor/checks/admin-token.js';
import { assessTokens, tokens } from '../../command-line/doctor/checks/tokens.js';
import { OperatorTokens } from '../../gateway/index.js';
import { systemClock } from '../../platform/clock.js';
import { openTestDatabase } from '../support/index.js';
import { folderForTest, resultOf } from './support/examine.js';

const now = Date.parse('2026-09-22T12:00:00Z');
const dayMs = 86_400_000;
const administrators = [{ name: 'ada' }];

test.each([
  ['ok', [], /^0 active operator tokens;/],
  ['ok', [{ name: 'ci', expiresAt: null }], /^1 active operator token;/],
  ['ok', [{ name: 'ci', expiresAt: now + 14 * dayMs }], /^1 active operator token;/],
  ['warning', [{ name: 'ci', expiresAt: now + 14 * dayMs - 1 }], /^ci expires in 13 days$/],
  ['warning', [{ name: 'ci', expiresAt: now }], /^ci has expired$/],
  [
    'warning',
    [{ name: 'ada', expiresAt: null }],
    /^an operator token and an administrator in the settings are both named ada/,
  ],
] as const)('the token check has the status %s with %j', (status, expiries, message) => {
  expect(assessTokens(expiries, { now, administrators })).toMatchObject({
    status,
    message: expect.stringMatching(message),
  });
});

test('the token check reads the tokens in the database, except revoked ones', async () => {
  const opened = await openTestDatabase();
  try {
    const service = new OperatorTokens({ database: opened.database, clock: systemClock });
    const expiresAt = new Date(Date.now() + 2.5 * dayMs);
    await service.create({ name: 'ci', role: 'ingest', tenantId: null, expiresAt });
    await service.create({ name: 'old', role: 'viewer', tenantId: null, expiresAt });
    await service.revoke('old');
    expect(await resultOf(tokens, { DATABASE_URL: opened.url })).toMatchObject({
      status: 'warning',
      message: 'ci expires in 2 days',
    });
  } finally {
    await opened.close();
  }
});

test.each([
  ['ok', 89, /admin-token is 89 days old$/],
  ['warning', 90, /admin-token is 90 days old, and never expires$/],
] as const)(
  'the token check has the status %s with a generated administrator token that is %d days old',
  async (status, days, message) => {
    const data = folderForTest();
    const path = join(data, 'admin-token');
    writeFileSync(path, 'what it is is not read');
    // One hour more than whole days, to allow for the duration of the test.
    const created = (Date.now() - days * dayMs - 3_600_000) / 1000;
    utimesSync(path, created, created);
    expect(await resultOf(adminToken, { RAMPART_SERVER_DATA_DIR: data })).toMatchObject({
      status,
      message: expect.stringMatching(message),
    });
  },
);

test('the token check skips a generated administrator token that is missing or unused', async () => {
  expect(await resultOf(adminToken, {})).toMatchObject({
    status: 'skipped',
    message: 'no administrator token yet; the first start generates one',
  });
  const data = folderForTest();
  writeFileSync(join(data, 'admin-token'), 'not in use');
  const settings = { RAMPART_SERVER_DATA_DIR: data, RAMPART_AUTH_ADMIN_TOKENS: `ada:${'x'.repeat(32)}` };
  expect(await resultOf(adminToken, settings)).toMatchObject({
    status: 'skipped',
    message: 'the settings define the administrators',
  });
});
