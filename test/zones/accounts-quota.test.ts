import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../platform/database/index.js';
import { silentLog } from '../../platform/log.js';
import {
  type AccountAccess,
  chargeQuery,
  type Quota,
  readQuota,
  refundQuery,
  requireAccess,
  runCharged,
} from '../../subgraphs/zones/accounts/service/access.js';
import type { Tier } from '../../subgraphs/zones/accounts/vocabulary.js';
import {
  admin,
  approvedCaller,
  codeOf,
  dayMs,
  describeAccountWorld,
  newName,
  requestOf,
  start,
} from './support/account-world.js';

const renewUrl = 'https://renew.example/now';
const world = describeAccountWorld({ RAMPART_ZONES_RENEW_URL: renewUrl });

function dependencies(database = world.test.database) {
  return { database, clock: world.clock, log: silentLog, settings: world.test.configuration.zones };
}

/**
 * The access of an account of this tier whose subscription starts now and lasts two years, with this number of used
 * queries.
 */
async function accessOf(tier: Tier, used = 0): Promise<AccountAccess> {
  const username = newName();
  const caller = await approvedCaller(world, username);
  const expiresAt = new Date(world.clock.milliseconds + 730 * dayMs);
  if (tier !== 'trial') await world.service.setSubscription(admin(), { username, tier, expiresAt });
  const access = await requireAccess(dependencies(), caller);
  await world.test.database.sql`update zones.subscription set used = ${used} where account_id = ${access.accountId}`;
  return access;
}

describe('access', () => {
  test('lasts until the last millisecond of the subscription', async () => {
    world.clock.milliseconds = start;
    const caller = await approvedCaller(world);
    const subscription = { tier: 'trial', startedAt: start, expiresAt: start + 7 * dayMs };
    world.clock.milliseconds = start + 7 * dayMs - 1;
    const accountId = caller.kind === 'account' ? caller.accountId : null;
    expect(await requireAccess(dependencies(), caller)).toEqual({ accountId, tier: 'trial', subscription });
    world.clock.milliseconds = start + 7 * dayMs;
    await expect(requireAccess(dependencies(), caller)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      details: { reason: 'subscription_expired', renewUrl },
    });
  });

  test('ends when the account is suspended, despite caches', async () => {
    const username = newName();
    const caller = await approvedCaller(world, username);
    await world.service.suspendAccount(admin(), { username });
    expect(await codeOf(requireAccess(dependencies(), caller))).toBe('UNAUTHENTICATED');
  });

  test('has the limits of the enterprise tier and no quota for operators', async () => {
    const analyst = requestOf({ kind: 'operator', role: 'analyst', name: 'ann', tenantId: 'acme' }).caller;
    const access = await requireAccess(dependencies(), analyst);
    expect(access).toEqual({ accountId: null, tier: 'enterprise', subscription: null });
    expect(await chargeQuery(dependencies(), access)).toBeNull();
    expect(await readQuota(dependencies(), access)).toBeNull();
    await refundQuery(dependencies(), access, null);
  });

  test.each([
    [{ kind: 'anonymous' }, 'UNAUTHENTICATED'],
    [{ kind: 'mirror-client', clientId: 'x' }, 'FORBIDDEN'],
    [{ kind: 'account', accountId: '00000000-0000-4000-8000-000000000000', username: 'gone' }, 'UNAUTHENTICATED'],
  ] as const)('is denied to %j', async (caller, code) => {
    expect(await codeOf(requireAccess(dependencies(), caller))).toBe(code);
  });
});

describe('the quota', () => {
  test.each([
    ['trial', 100],
    ['basic', 1000],
    ['enterprise', 10_000],
  ] as const)('of the tier %s is %i queries: the last one succeeds, and the next one fails', async (tier, limit) => {
    const access = await accessOf(tier, limit - 1);
    expect(await chargeQuery(dependencies(), access)).toMatchObject({ limit, used: limit, remaining: 0 });
    const { resetsAt } = (await readQuota(dependencies(), access)) as Quota;
    const retryAfterSeconds = Math.ceil((resetsAt.getTime() - world.clock.milliseconds) / 1000);
    await expect(chargeQuery(dependencies(), access)).rejects.toMatchObject({
      code: 'QUOTA_EXCEEDED',
      details: { tier, limit, used: limit, resetsAt: resetsAt.toISOString(), retryAfterSeconds },
    });
    expect(await readQuota(dependencies(), access)).toMatchObject({ used: limit, remaining: 0 });
  });

  test('admits exactly the remaining 100 of 200 concurrent queries to two processes', async () => {
    const other = await openDatabase({ configuration: world.test.configuration, log: silentLog });
    try {
      const access = await accessOf('basic', 900);
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          chargeQuery(dependencies(index % 2 === 0 ? world.test.database : other), access).then(
            (quota) => quota?.used,
            (error: { code: string }) => error.code,
          ),
        ),
      );
      const counts = outcomes.filter((outcome) => typeof outcome === 'number').sort((a, b) => a - b);
      expect(counts).toEqual(Array.from({ length: 100 }, (_, index) => 901 + index));
      expect(outcomes.filter((outcome) => outcome === 'QUOTA_EXCEEDED')).toHaveLength(100);
    } finally {
      await other.close();
    }
  });

  test('is restored by a refund, and never exceeds its maximum', async () => {
    const access = await accessOf('trial', 99);
    const quota = await chargeQuery(dependencies(), access);
    await refundQuery(dependencies(), access, quota);
    expect(await readQuota(dependencies(), access)).toMatchObject({ used: 99 });
    await world.test.database.sql`update zones.subscription set used = 0 where account_id = ${access.accountId}`;
    await refundQuery(dependencies(), access, quota);
    expect(await readQuota(dependencies(), access)).toMatchObject({ used: 0, remaining: 100 });
  });

  test('restarts on the same day of each month, or on its last day: 31 January, 28 February, 31 March', async () => {
    world.clock.milliseconds = Date.parse('2026-01-31T10:00:00Z');
    const access = await accessOf('basic', 1000);
    for (const [end, used] of [
      ['2026-02-28T10:00:00Z', 1000],
      ['2026-03-31T10:00:00Z', 1],
      ['2026-04-30T10:00:00Z', 1],
    ] as const) {
      world.clock.milliseconds = Date.parse(end) - 1;
      expect(await readQuota(dependencies(), access)).toMatchObject({ used, resetsAt: new Date(end) });
      world.clock.milliseconds = Date.parse(end);
      expect(await readQuota(dependencies(), access)).toMatchObject({ used: 0 });
      expect(await chargeQuery(dependencies(), access)).toMatchObject({ used: 1, startsAt: new Date(end) });
    }
  });

  test('excludes a query whose request was aborted, which is not answered', async () => {
    const access = await accessOf('basic');
    const run = async (query: (abort: () => void) => Promise<void>) => {
      const controller = new AbortController();
      await runCharged(dependencies(), { access, signal: controller.signal }, () => query(() => controller.abort()));
    };
    await run(async () => {});
    await run(async (abort) => abort());
    const failed = run(async (abort) => {
      abort();
      throw new Error('aborted');
    });
    await expect(failed).rejects.toThrow('aborted');
    expect(await readQuota(dependencies(), access)).toMatchObject({ used: 1 });
  });

  test('counts queries in the newer window if the clock of a process is slow, and refunds none of the older window', async () => {
    world.clock.milliseconds = Date.parse('2026-05-01T00:00:00Z');
    const access = await accessOf('basic');
    const edge = Date.parse('2026-06-01T00:00:00Z');
    world.clock.milliseconds = edge - 1;
    const old = await chargeQuery(dependencies(), access);
    world.clock.milliseconds = edge;
    await chargeQuery(dependencies(), access);
    world.clock.milliseconds = edge - 1;
    expect(await chargeQuery(dependencies(), access)).toMatchObject({ used: 2 });
    await refundQuery(dependencies(), access, old);
    world.clock.milliseconds = edge;
    expect(await readQuota(dependencies(), access)).toMatchObject({ used: 2 });
  });

  test('remains exhausted if the clocks of two processes differ by hours around the start of a month', async () => {
    world.clock.milliseconds = Date.parse('2026-05-01T00:00:00Z');
    const access = await accessOf('basic');
    const edge = Date.parse('2026-06-01T00:00:00Z');
    world.clock.milliseconds = edge;
    await chargeQuery(dependencies(), access);
    await world.test.database.sql`update zones.subscription set used = 1000 where account_id = ${access.accountId}`;
    for (const now of [edge - 6 * 3_600_000, edge, edge - 12 * 3_600_000, edge + 1]) {
      world.clock.milliseconds = now;
      expect(await codeOf(chargeQuery(dependencies(), access))).toBe('QUOTA_EXCEEDED');
    }
    expect(await readQuota(dependencies(), access)).toMatchObject({ used: 1000 });
  });

  test('does not apply the count of a window that was stored while a clock was wrong', async () => {
    const now = Date.parse('2026-05-10T00:00:00Z');
    world.clock.milliseconds = now;
    const access = await accessOf('basic');
    world.clock.milliseconds = now + 300 * dayMs;
    await chargeQuery(dependencies(), access);
    await world.test.database.sql`update zones.subscription set used = 1000 where account_id = ${access.accountId}`;
    world.clock.milliseconds = now;
    expect(await readQuota(dependencies(), access)).toMatchObject({ used: 0 });
    expect(await chargeQuery(dependencies(), access)).toMatchObject({ used: 1, startsAt: new Date(now) });
    expect(await chargeQuery(dependencies(), access)).toMatchObject({ used: 2 });
    expect(await readQuota(dependencies(), access)).toMatchObject({ used: 2 });
  });

  test('is separate for each account', async () => {
    const [one, other] = [await accessOf('trial', 100), await accessOf('trial')];
    expect(await codeOf(chargeQuery(dependencies(), one))).toBe('QUOTA_EXCEEDED');
    expect(await chargeQuery(dependencies(), other)).toMatchObject({ used: 1 });
  });
});
