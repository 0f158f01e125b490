import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../platform/caller.js';
import type { DomainError } from '../../platform/domain-error.js';
import { createZoneService } from '../../subgraphs/zones/index.js';
import { holds, neverResponds, respondsWithText } from './support/behaviors.js';
import {
  createAccount,
  describeRdapWorld,
  lookUp,
  newDomain,
  operator,
  replicaWithShortTimeout,
  start,
  testNetwork,
} from './support/rdap-world.js';

const world = describeRdapWorld({
  environment: {
    RAMPART_DATABASE_POOL_SIZE: '20',
    RAMPART_ZONES_RDAP_PER_MINUTE: '0,5,7',
    RAMPART_ZONES_RDAP_PER_DAY: '0,8,20',
  },
});

/** Domains that the registry knows and that have not been looked up. */
function newDomains(count: number): string[] {
  return Array.from({ length: count }, () => newDomain(world));
}

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** The error of a lookup, as adapters see it. */
async function rejectionOf(caller: Caller, domain: string): Promise<Partial<DomainError>> {
  const { code, details } = await world.service.rdapDossier({ caller }, domain).then(
    () => ({ code: undefined, details: undefined }),
    (error: DomainError) => error,
  );
  return { code, details };
}

async function lookUpAll(caller: Caller, domains: readonly string[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const domain of domains) outcomes.push(await lookUp(world, caller, domain));
  return outcomes;
}

beforeEach(async () => {
  world.clock.milliseconds = start;
  await world.test.database.sql`delete from zones.rdap_failure`;
});

describe('lookup quotas', () => {
  test('per minute and per day are exact under concurrency', async () => {
    const account = await createAccount(world, 'basic');
    const first = await Promise.all(newDomains(40).map((domain) => lookUp(world, account, domain)));
    expect(tally(first)).toEqual({ found: 5, rdap_rate_limited: 35 });
    world.clock.milliseconds = start + 60_000;
    const second = await Promise.all(newDomains(40).map((domain) => lookUp(world, account, domain)));
    expect(tally(second)).toEqual({ found: 3, rdap_quota_exceeded: 37 });
  });

  test('are exact across two replicas', async () => {
    const account = await createAccount(world, 'basic');
    const otherReplica = { service: createZoneService(world.platform, testNetwork()) };
    const outcomes = await Promise.all(
      newDomains(40).map((domain, index) => lookUp(index % 2 === 0 ? world : otherReplica, account, domain)),
    );
    expect(tally(outcomes)).toEqual({ found: 5, rdap_rate_limited: 35 });
  });

  test('are separate for each account, and increase with the tier', async () => {
    const [basic, enterprise] = [await createAccount(world, 'basic'), await createAccount(world, 'enterprise')];
    expect(tally(await lookUpAll(basic, newDomains(6)))).toEqual({ found: 5, rdap_rate_limited: 1 });
    expect(tally(await lookUpAll(enterprise, newDomains(8)))).toEqual({ found: 7, rdap_rate_limited: 1 });
  });

  test('of each operator are separate, and equal those of the enterprise tier', async () => {
    expect(tally(await lookUpAll(operator, newDomains(8)))).toEqual({ found: 7, rdap_rate_limited: 1 });
    const otherOperator: Caller = { kind: 'operator', name: 'grace', role: 'admin', tenantId: null };
    expect(await lookUpAll(otherOperator, newDomains(1))).toEqual(['found']);
  });

  test('are renewed with each minute and each day', async () => {
    const account = await createAccount(world, 'basic');
    await lookUpAll(account, newDomains(5));
    const [next = '', last = ''] = newDomains(2);
    world.clock.milliseconds = start + 29_999;
    expect(await lookUp(world, account, next)).toBe('rdap_rate_limited');
    world.clock.milliseconds = start + 30_000;
    expect(await lookUpAll(account, [next, ...newDomains(2)])).toEqual(['found', 'found', 'found']);
    world.clock.milliseconds = Date.UTC(2026, 2, 1, 23, 59, 59, 999);
    expect(await lookUp(world, account, last)).toBe('rdap_quota_exceeded');
    world.clock.milliseconds = Date.UTC(2026, 2, 2);
    expect(await lookUp(world, account, last)).toBe('found');
  });

  test('of zero reject all lookups with the reason, even for cached responses', async () => {
    const [domain = ''] = newDomains(1);
    const [trial, basic] = [await createAccount(world, 'trial'), await createAccount(world, 'basic')];
    expect(await lookUp(world, basic, domain)).toBe('found');
    expect(await rejectionOf(trial, domain)).toEqual({ code: 'FORBIDDEN', details: { reason: 'rdap_not_available' } });
  });
});

describe('a rejected lookup reports the seconds until the next attempt', () => {
  test('for the limit per minute', async () => {
    const account = await createAccount(world, 'basic');
    await lookUpAll(account, newDomains(5));
    world.clock.milliseconds = start + 10_250;
    expect(await rejectionOf(account, newDomains(1)[0] ?? '')).toEqual({
      code: 'RATE_LIMITED',
      details: {
        reason: 'rdap_rate_limited',
        tier: 'basic',
        limit: 5,
        used: 5,
        retryAfterSeconds: 20,
        resetsAt: '2026-03-01T12:01:00.000Z',
      },
    });
  });

  test('for the limit per day, even if the limit per minute is exceeded too', async () => {
    const account = await createAccount(world, 'basic');
    await lookUpAll(account, newDomains(3));
    world.clock.milliseconds = start + 60_000;
    await lookUpAll(account, newDomains(5));
    expect(await rejectionOf(account, newDomains(1)[0] ?? '')).toEqual({
      code: 'QUOTA_EXCEEDED',
      details: {
        reason: 'rdap_quota_exceeded',
        tier: 'basic',
        limit: 8,
        used: 8,
        retryAfterSeconds: 11 * 3600 + 58 * 60 + 30,
        resetsAt: '2026-03-02T00:00:00.000Z',
      },
    });
  });
});

describe('lookup metering', () => {
  test('does not count cached responses, even if the lookup quota is used up', async () => {
    const [firstAccount, secondAccount] = [await createAccount(world, 'basic'), await createAccount(world, 'basic')];
    const [domain = '', ...rest] = newDomains(5);
    expect(tally(await lookUpAll(firstAccount, [domain, ...rest]))).toEqual({ found: 5 });
    expect(
      tally(
        await lookUpAll(
          firstAccount,
          Array.from({ length: 20 }, () => domain),
        ),
      ),
    ).toEqual({ cached: 20 });
    expect(
      tally(
        await lookUpAll(
          secondAccount,
          Array.from({ length: 20 }, () => domain),
        ),
      ),
    ).toEqual({ cached: 20 });
    expect(tally(await lookUpAll(secondAccount, newDomains(6)))).toEqual({ found: 5, rdap_rate_limited: 1 });
  });

  test('counts a domain that does not exist once, and caches the result for a short time', async () => {
    const account = await createAccount(world, 'basic');
    const absent = newDomain(world, () => respondsWithText(404, ''));
    const requested = world.registry.requests.length;
    expect(tally(await lookUpAll(account, [absent, absent, absent]))).toEqual({ domain_not_found: 3 });
    expect(world.registry.requests.length - requested).toBe(1);
    expect(tally(await lookUpAll(account, newDomains(5)))).toEqual({ found: 4, rdap_rate_limited: 1 });
  });

  test.each([
    ['errors', respondsWithText(500, 'oops'), 'rdap_upstream_error'],
    ['rejections', respondsWithText(429, '', { 'retry-after': '7' }), 'rdap_upstream_error'],
    ['invalid responses', respondsWithText(200, '{'), 'rdap_upstream_error'],
    ['timeouts', neverResponds, 'rdap_upstream_timeout'],
  ])('does not count %s of a registry', async (_, behavior, reason) => {
    const replica = reason === 'rdap_upstream_timeout' ? replicaWithShortTimeout(world) : world;
    const account = await createAccount(world, 'basic');
    const failing = Array.from({ length: 4 }, () => newDomain(world, () => behavior));
    expect(await Promise.all(failing.map((domain) => lookUp(replica, account, domain)))).toEqual(
      failing.map(() => reason),
    );
    world.clock.milliseconds += 7000; // The time of Retry-After.
    expect(tally(await lookUpAll(account, newDomains(6)))).toEqual({ found: 5, rdap_rate_limited: 1 });
    world.clock.milliseconds = start + 60_000;
    expect(tally(await lookUpAll(account, newDomains(4)))).toEqual({ found: 3, rdap_quota_exceeded: 1 });
  });

  test('does not refund a failed lookup to a later minute', async () => {
    const account = await createAccount(world, 'basic');
    const heldResponse = holds(respondsWithText(500, 'late'));
    const lateDomain = newDomain(world, () => heldResponse.behavior);
    const pending = lookUp(world, account, lateDomain);
    await heldResponse.arrived;
    world.clock.milliseconds = start + 30_000;
    expect(tally(await lookUpAll(account, newDomains(5)))).toEqual({ found: 5 });
    heldResponse.release();
    expect(await pending).toBe('rdap_upstream_error');
    expect(tally(await lookUpAll(account, newDomains(1)))).toEqual({ rdap_rate_limited: 1 });
    world.clock.milliseconds = start + 90_000;
    expect(tally(await lookUpAll(account, newDomains(4)))).toEqual({ found: 3, rdap_quota_exceeded: 1 });
  });

  test.each(['not a domain', 'www.metered.test', 'domain.unknown-tld'])(
    'does not count the lookup of an invalid or unsupported name: %s',
    async (domain) => {
      const account = await createAccount(world, 'basic');
      expect((await rejectionOf(account, domain)).code).toBe('BAD_USER_INPUT');
      expect(tally(await lookUpAll(account, newDomains(6)))).toEqual({ found: 5, rdap_rate_limited: 1 });
    },
  );
});
