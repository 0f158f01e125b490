import { expect, test } from 'vitest';
import { judgeTokens, tokens } from '../../command-line/doctor/checks/tokens.js';
import { OperatorTokens } from '../../gateway/index.js';
import { systemClock } from '../../platform/clock.js';
import { openTestDatabase } from '../support/index.js';
import { findingOf } from './support/examine.js';

const now = Date.parse('2026-09-22T12:00:00Z');
const day = 86_400_000;
const administrators = [{ name: 'ada' }];

test.each([
  ['ok', [], /^0 operator tokens in use/],
  ['ok', [{ name: 'ci', expiresAt: null }], /^1 operator tokens in use/],
  ['ok', [{ name: 'ci', expiresAt: now + 14 * day }], /^1 operator tokens in use/],
  ['warning', [{ name: 'ci', expiresAt: now + 14 * day - 1 }], /^ci expires in 13 days$/],
  ['warning', [{ name: 'ci', expiresAt: now }], /^ci has expired$/],
  ['warning', [{ name: 'ada', expiresAt: null }], /^ada is an operator token and an administrator of the settings/],
] as const)('is %s with %j', (status, expiries, message) => {
  expect(judgeTokens(expiries, { now, administrators })).toMatchObject({
    status,
    message: expect.stringMatching(message),
  });
});

test('reads the tokens of the database, those that were revoked left out', async () => {
  const opened = await openTestDatabase();
  try {
    const service = new OperatorTokens({ database: opened.database, clock: systemClock });
    const expiresAt = new Date(Date.now() + 2.5 * day);
    await service.create({ name: 'ci', role: 'ingest', tenantId: null, expiresAt });
    await service.create({ name: 'old', role: 'viewer', tenantId: null, expiresAt });
    await service.revoke('old');
    expect(await findingOf(tokens, { DATABASE_URL: opened.url })).toMatchObject({
      status: 'warning',
      message: 'ci expires in 2 days',
    });
  } finally {
    await opened.close();
  }
});
