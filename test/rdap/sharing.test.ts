import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../platform/caller.js';
import { createZoneService } from '../../subgraphs/zones/index.js';
import { holds, respondsWith, respondsWithText, responseAbout } from './support/behaviors.js';
import {
  createAccount,
  describeRdapWorld,
  lookUp,
  newDomain,
  operator,
  start,
  testNetwork,
} from './support/rdap-world.js';

const world = describeRdapWorld({
  environment: {
    RAMPART_DATABASE_POOL_SIZE: '20',
    RAMPART_ZONES_RDAP_PER_MINUTE: '0,1,500',
    RAMPART_ZONES_RDAP_PER_DAY: '0,9,500',
  },
});

function requestsFor(domain: string): number {
  return world.registry.requests.filter((path) => path === `/domain/${domain}`).length;
}

function count(outcomes: readonly string[], outcome: string): number {
  return outcomes.filter((candidate) => candidate === outcome).length;
}

/** Another process on the same database. */
function createReplica() {
  return { service: createZoneService(world.platform, testNetwork()) };
}

async function usedToday(caller: Caller): Promise<number> {
  const subject = caller.kind === 'account' ? caller.accountId : 'operator ada';
  const [row] = await world.test.database.sql`
    select count from platform.rate_window where scope = 'zones.rdap-day' and subject = ${subject}`;
  return row?.count ?? 0;
}

beforeEach(() => {
  world.clock.milliseconds = start;
});

describe('concurrent lookups of one domain', () => {
  test('make one request to the registry, and are counted once', async () => {
    const account = await createAccount(world, 'enterprise');
    const domain = newDomain(world);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => lookUp(world, account, domain)));
    expect([count(outcomes, 'found'), count(outcomes, 'cached')]).toEqual([1, 49]);
    expect(requestsFor(domain)).toBe(1);
    expect(await usedToday(account)).toBe(1);
  });

  test('make one request across three replicas', async () => {
    const account = await createAccount(world, 'enterprise');
    const domain = newDomain(world);
    const replicas = [world, createReplica(), createReplica()];
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, index) => lookUp(replicas[index % 3] ?? world, account, domain)),
    );
    expect([count(outcomes, 'found'), count(outcomes, 'cached')]).toEqual([1, 29]);
    expect(requestsFor(domain)).toBe(1);
    expect(await usedToday(account)).toBe(1);
  });

  test('are counted only for the first account, and use none of the lookup quotas of the others', async () => {
    const [first, second] = [await createAccount(world, 'basic'), await createAccount(world, 'basic')];
    expect(await lookUp(world, second, newDomain(world))).toBe('found');
    const domain = newDomain(world);
    const heldResponse = holds(respondsWith(responseAbout(domain)));
    world.registry.set(domain, heldResponse.behavior);
    const leading = lookUp(world, first, domain);
    await heldResponse.arrived;
    const following = lookUp(world, second, domain);
    heldResponse.release();
    expect(await Promise.all([leading, following])).toEqual(['found', 'cached']);
    expect([await usedToday(first), await usedToday(second)]).toEqual([1, 1]);
  });

  test('share a failure, which is not counted', async () => {
    const heldResponse = holds(respondsWithText(503, ''));
    const domain = newDomain(world, () => heldResponse.behavior);
    const usedBefore = await usedToday(operator);
    const leading = lookUp(world, operator, domain);
    await heldResponse.arrived;
    const following = Array.from({ length: 20 }, () => lookUp(world, operator, domain));
    // Operators need no database access, so all have joined in the next turn of the event loop.
    await setImmediate();
    heldResponse.release();
    expect(count(await Promise.all([leading, ...following]), 'rdap_upstream_error')).toBe(21);
    expect(requestsFor(domain)).toBe(1);
    expect(await usedToday(operator)).toBe(usedBefore);
  });

  test('succeed for others if one is rejected because its lookup quota is used up', async () => {
    const [basic, enterprise] = [await createAccount(world, 'basic'), await createAccount(world, 'enterprise')];
    expect(await lookUp(world, basic, newDomain(world))).toBe('found');
    const domain = newDomain(world);
    const outcomes = await Promise.all(
      [basic, enterprise, basic, enterprise].map((caller) => lookUp(world, caller, domain)),
    );
    expect(count(outcomes, 'found')).toBe(1);
    expect(requestsFor(domain)).toBe(1);
    expect([outcomes[1], outcomes[3]].toSorted()).toEqual(['cached', 'found']);
  });

  test('do not wait for lookups of other domains', async () => {
    const [slow, quick] = [newDomain(world), newDomain(world)];
    const heldResponse = holds(respondsWith(responseAbout(slow)));
    world.registry.set(slow, heldResponse.behavior);
    const pending = lookUp(world, operator, slow);
    await heldResponse.arrived;
    expect(await lookUp(world, operator, quick)).toBe('found');
    heldResponse.release();
    expect(await pending).toBe('found');
  });
});

describe('the lease on a domain', () => {
  async function leave(domain: string, milliseconds: number): Promise<void> {
    const endsAt = Date.now() + milliseconds;
    await world.test.database.sql`
      insert into zones.rdap_lease (domain, holder, ends_at) values (${domain}, ${randomUUID()}, ${endsAt})`;
  }

  test('of a stopped replica expires', async () => {
    const domain = newDomain(world);
    await leave(domain, -1);
    expect(await lookUp(world, operator, domain)).toBe('found');
  });

  test('delays a lookup until it is released', async () => {
    const domain = newDomain(world);
    await leave(domain, 400);
    const before = Date.now();
    expect(await lookUp(world, operator, domain)).toBe('found');
    expect(Date.now() - before).toBeGreaterThan(300);
  });

  test('is released after a success and after a failure', async () => {
    const domain = newDomain(world);
    world.registry.set(domain, respondsWithText(500, ''));
    await lookUp(world, operator, domain);
    expect(await world.test.database.sql`select 1 from zones.rdap_lease where domain = ${domain}`).toHaveLength(0);
  });
});

describe('the cache', () => {
  test('stores a response for an hour, for all replicas', async () => {
    const domain = newDomain(world);
    expect(await lookUp(world, operator, domain)).toBe('found');
    world.clock.milliseconds = start + 3_599_999;
    expect(await lookUp(createReplica(), operator, domain)).toBe('cached');
    world.clock.milliseconds = start + 3_600_000;
    expect(await lookUp(world, operator, domain)).toBe('found');
    expect(await lookUp(world, operator, domain)).toBe('cached');
  });

  test('stores for five minutes that a domain does not exist', async () => {
    const domain = newDomain(world);
    const respondsAbout = respondsWith(responseAbout(domain));
    world.registry.set(domain, respondsWithText(404, ''));
    expect(await lookUp(world, operator, domain)).toBe('domain_not_found');
    world.registry.set(domain, respondsAbout);
    world.clock.milliseconds = start + 299_999;
    expect(await lookUp(world, operator, domain)).toBe('domain_not_found');
    world.clock.milliseconds = start + 300_000;
    expect(await lookUp(world, operator, domain)).toBe('found');
  });

  test('finds a domain regardless of case and a trailing dot', async () => {
    const domain = newDomain(world);
    expect(await lookUp(world, operator, domain.toUpperCase())).toBe('found');
    expect(await lookUp(world, operator, `${domain}.`)).toBe('cached');
  });

  test('is swept by a job, which deletes expired entries and leases', async () => {
    const { sql } = world.test.database;
    const [expired, recent] = [newDomain(world), newDomain(world)];
    await lookUp(world, operator, expired);
    world.clock.milliseconds = start + 1_800_000;
    await lookUp(world, operator, recent);
    await sql`insert into zones.rdap_lease (domain, holder, ends_at) values ('left.test', ${randomUUID()}, 1)`;
    world.clock.milliseconds = start + 3_600_000;
    await world.service.jobs.find(({ name }) => name === 'zones.sweep-rdap-responses')?.run(null);
    const rows = await sql`select domain from zones.rdap_answer where domain in (${expired}, ${recent})`;
    expect(rows.map(({ domain }) => domain)).toEqual([recent]);
    expect(await sql`select 1 from zones.rdap_lease`).toHaveLength(0);
  });
});
