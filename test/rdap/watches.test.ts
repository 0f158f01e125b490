import { beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../../platform/caller.js';
import { createZoneService } from '../../subgraphs/zones/index.js';
import { requestOf } from '../zones/support/account-world.js';
import { respondsWith, respondsWithText, responseAbout } from './support/behaviors.js';
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
    RAMPART_ZONES_RDAP_PER_MINUTE: '0,1,500',
    RAMPART_ZONES_RDAP_PER_DAY: '0,500,500',
    RAMPART_ZONES_RDAP_MAX_WATCHES: '3',
  },
});

const hourMs = 3_600_000;
const analyst = (tenantId: string): Caller => ({
  kind: 'operator',
  name: `${tenantId}-ana`,
  role: 'analyst',
  tenantId,
});

async function runJob(name = 'zones.look-up-registrations'): Promise<void> {
  await world.service.jobs.find((job) => job.name === name)?.run(null);
}

function setResponse(domain: string, differences: object): void {
  world.registry.set(domain, respondsWith(responseAbout(domain, differences)));
}

async function historyOf(watchId: string, caller: Caller = operator) {
  await world.service.readWatch(requestOf(caller), { id: watchId });
  const [page] = await world.service.historiesOfWatches(requestOf(caller), { watchIds: [watchId] });
  return page?.nodes ?? [];
}

/** The changed fields of each version, oldest first. */
async function changesOf(watchId: string, caller?: Caller) {
  const history = await historyOf(watchId, caller);
  return history.toReversed().map(({ changes }) => changes?.map(({ field }) => field) ?? 'first');
}

beforeEach(async () => {
  world.clock.milliseconds = start;
  const { sql } = world.test.database;
  for (const table of ['rdap_watch', 'rdap_answer', 'rdap_failure']) await sql`delete from ${sql(`zones.${table}`)}`;
});

describe('the history of a watched domain', () => {
  test('begins with the cached dossier, and contains each dossier that differs from the previous one', async () => {
    const domain = newDomain(world);
    await lookUp(world, operator, domain);
    const { id } = await world.service.watchDomain(requestOf(operator), { domain });
    expect(await changesOf(id)).toEqual(['first']);
    const volatile = { eventAction: 'last update of RDAP database', eventDate: '2026-03-01T13:00:00Z' };
    const { events = [] } = responseAbout(domain) as { events?: object[] };
    for (const differences of [
      { events: [...events, volatile] },
      { status: ['client hold'] },
      { status: ['active'] },
    ]) {
      world.clock.milliseconds += hourMs;
      setResponse(domain, differences);
      expect(await lookUp(world, operator, domain)).toBe('found');
    }
    expect(await changesOf(id)).toEqual(['first', ['statuses'], ['statuses']]);
    const [newest, , oldest] = await historyOf(id);
    expect(newest?.changes).toEqual([{ field: 'statuses', before: ['clientHold'], after: ['ok'] }]);
    expect(newest?.fetchedAt).toEqual(new Date(start + 3 * hourMs));
    const compare = (from = '', to = '') =>
      world.service.compareVersions(requestOf(operator), { watchId: id, from, to });
    expect(await compare(oldest?.id, newest?.id)).toEqual([]);
    await expect(compare(oldest?.id, '999999999')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('includes lookups by other callers, on other replicas', async () => {
    const domain = newDomain(world);
    const { id } = await world.service.watchDomain(requestOf(operator), { domain, intervalHours: 0 });
    const replica = { service: createZoneService(world.platform, testNetwork()) };
    await lookUp(replica, await createAccount(world, 'enterprise'), domain);
    expect(await changesOf(id)).toEqual(['first']);
  });

  test('contains the end of the registration and a new registration', async () => {
    const domain = newDomain(world);
    const { id } = await world.service.watchDomain(requestOf(operator), { domain, intervalHours: 1 });
    await runJob();
    for (const behavior of [respondsWithText(404, ''), respondsWith(responseAbout(domain, { handle: 'NEW' }))]) {
      world.registry.set(domain, behavior);
      world.clock.milliseconds += hourMs;
      await runJob();
    }
    const [registeredAgain, absent] = await historyOf(id);
    expect(absent?.dossier).toBeNull();
    expect(absent?.changes?.[0]).toEqual({ field: 'registration', before: ['registered'], after: ['not registered'] });
    expect(registeredAgain?.dossier?.handle).toBe('NEW');
  });

  test('is stored in one transaction with the response', async () => {
    const { sql } = world.test.database;
    const domain = newDomain(world);
    const { id } = await world.service.watchDomain(requestOf(operator), { domain, intervalHours: 0 });
    await sql`alter table zones.rdap_version add constraint broken check (false) not valid`;
    await expect(world.service.rdapDossier({ caller: operator }, domain)).rejects.toThrow();
    await sql`alter table zones.rdap_version drop constraint broken`;
    expect(await lookUp(world, operator, domain)).toBe('found');
    expect(await changesOf(id)).toEqual(['first']);
  });

  test('belongs to one owner, begins with the watch, and is removed with it', async () => {
    const domain = newDomain(world);
    const [acme, globex, account] = [analyst('acme'), analyst('globex'), await createAccount(world, 'enterprise')];
    const ownWatch = await world.service.watchDomain(requestOf(acme), { domain });
    await runJob();
    world.clock.milliseconds += hourMs;
    setResponse(domain, { handle: 'B' });
    await lookUp(world, operator, domain);
    const other = await world.service.watchDomain(requestOf(globex), { domain });
    const third = await world.service.watchDomain(requestOf(account), { domain });
    expect(await changesOf(ownWatch.id, acme)).toEqual(['first', ['handle']]);
    expect(await changesOf(other.id, globex)).toEqual(['first']);
    expect(await changesOf(third.id, account)).toEqual(['first']);
    for (const [caller, id] of [
      [globex, ownWatch.id],
      [account, ownWatch.id],
      [acme, third.id],
      [operator, third.id],
    ] as const) {
      await expect(world.service.readWatch(requestOf(caller), { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      await expect(world.service.unwatchDomain(requestOf(caller), { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    const listed = async (caller: Caller) =>
      (await world.service.listWatches(requestOf(caller), {})).nodes.map(({ id }) => id);
    expect([await listed(acme), await listed(account)]).toEqual([[ownWatch.id], [third.id]]);
    expect((await listed(operator)).toSorted()).toEqual([ownWatch.id, other.id].toSorted());
    await world.service.unwatchDomain(requestOf(acme), { id: ownWatch.id });
    expect(await world.test.database.sql`select from zones.rdap_version where watch_id = ${ownWatch.id}`).toHaveLength(
      0,
    );
  });

  test('is pruned by a job, which never deletes the newest dossier', async () => {
    const domain = newDomain(world);
    const { id } = await world.service.watchDomain(requestOf(operator), { domain, intervalHours: 0 });
    for (const handle of ['A', 'B', 'C']) {
      setResponse(domain, { handle });
      await lookUp(world, operator, domain);
      world.clock.milliseconds += hourMs;
    }
    world.clock.milliseconds = start + 730 * 24 * hourMs + hourMs;
    await runJob('zones.sweep-registrations');
    expect((await historyOf(id)).map(({ dossier }) => dossier?.handle)).toEqual(['C', 'B']);
    world.clock.milliseconds += 99 * hourMs;
    await runJob('zones.sweep-registrations');
    expect((await historyOf(id)).map(({ dossier }) => dossier?.handle)).toEqual(['C']);
  });

  test('is sent in notifications of the tenant, without names of accounts', async () => {
    const { sql } = world.test.database;
    const domain = newDomain(world);
    await world.service.watchDomain(requestOf(analyst('acme')), { domain });
    await world.service.watchDomain(requestOf(await createAccount(world, 'enterprise')), { domain });
    await runJob();
    setResponse(domain, { handle: 'B' });
    world.clock.milliseconds += hourMs;
    await lookUp(world, operator, domain);
    const events = await sql`select tenant_id, data from platform.event where type = 'registrations'
      and data ->> 'domain' = ${domain}`;
    expect(events).toMatchObject([{ tenant_id: 'acme', data: { domain, changed: ['handle'] } }]);
  });
});

describe('the schedule of a watch', () => {
  const requestsFor = (domain: string) => world.registry.requests.filter((path) => path === `/domain/${domain}`).length;

  test('looks the domain up immediately, then after each interval', async () => {
    const domain = newDomain(world);
    await world.service.watchDomain(requestOf(operator), { domain, intervalHours: 24 });
    for (const [after, requests] of [
      [0, 1],
      [24 * hourMs - 1, 1],
      [24 * hourMs, 2],
      [48 * hourMs - 1, 2],
      [48 * hourMs, 3],
    ] as const) {
      world.clock.milliseconds = start + after;
      await runJob();
      expect(requestsFor(domain)).toBe(requests);
    }
  });

  test('starts a new interval after a lookup by another caller, and makes no lookups without an interval', async () => {
    const [domain, unscheduled] = [newDomain(world), newDomain(world)];
    await world.service.watchDomain(requestOf(operator), { domain, intervalHours: 2 });
    await world.service.watchDomain(requestOf(operator), { domain: unscheduled, intervalHours: 0 });
    await runJob();
    world.clock.milliseconds += 1.5 * hourMs;
    await lookUp(world, operator, domain);
    world.clock.milliseconds = start + 3 * hourMs;
    await runJob();
    expect(requestsFor(domain)).toBe(2);
    world.clock.milliseconds = start + 3.5 * hourMs;
    await runJob();
    expect([requestsFor(domain), requestsFor(unscheduled)]).toEqual([3, 0]);
  });

  test('uses the lookup quota of its owner, and waits until the quota is reset', async () => {
    const account = await createAccount(world, 'basic');
    const [first, second] = [newDomain(world), newDomain(world)];
    const watches = [];
    for (const domain of [first, second]) {
      watches.push(await world.service.watchDomain(requestOf(account), { domain }));
    }
    await runJob();
    expect(requestsFor(first) + requestsFor(second)).toBe(1);
    const waiting = (await world.service.listWatches(requestOf(account), {})).nodes.filter(
      ({ error }) => error !== null,
    );
    expect(waiting).toMatchObject([
      { error: 'The RDAP lookups of this minute are used up (maximum: 1)', nextAt: start + 30_000 },
    ]);
    world.clock.milliseconds = start + 30_000;
    await runJob();
    expect([requestsFor(first), requestsFor(second)]).toEqual([1, 1]);
  });

  test('retries after a failure, and later if the registry requests a pause', async () => {
    const domain = newDomain(world, () => respondsWithText(429, '', { 'retry-after': '1800' }));
    const { id } = await world.service.watchDomain(requestOf(operator), { domain });
    await runJob();
    const watch = await world.service.readWatch(requestOf(operator), { id });
    expect(watch).toMatchObject({ error: 'The registry responded with status 429', nextAt: start + 1_800_000 });
    setResponse(domain, {});
    world.clock.milliseconds = start + 1_799_999;
    await runJob();
    expect(requestsFor(domain)).toBe(1);
    world.clock.milliseconds = start + 1_800_000;
    await runJob();
    expect(await changesOf(id)).toEqual(['first']);
    expect((await world.service.readWatch(requestOf(operator), { id })).error).toBeNull();
  });
});

describe('watching a domain', () => {
  test('is limited to an exact number of watches per owner under concurrency, and changes an existing watch', async () => {
    const domains = Array.from({ length: 8 }, () => newDomain(world));
    const caller = analyst('acme');
    const outcomes = await Promise.allSettled(
      domains.map((domain) => world.service.watchDomain(requestOf(caller), { domain, intervalHours: 0 })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(rejected?.reason).toMatchObject({ code: 'BAD_USER_INPUT' });
    const [watched] = (await world.service.listWatches(requestOf(caller), {})).nodes;
    const domain = watched?.domain ?? '';
    expect(await world.service.watchDomain(requestOf(caller), { domain, intervalHours: 5 })).toMatchObject({
      ...{ id: watched?.id, intervalHours: 5 },
    });
    await world.service.watchDomain(requestOf(analyst('globex')), { domain });
  });

  test.each([
    ['an interval below 0', { intervalHours: -1 }, 'BAD_USER_INPUT'],
    ['an interval above 720 hours', { intervalHours: 721 }, 'BAD_USER_INPUT'],
    ['a subdomain', { domain: 'www.a.test' }, 'BAD_USER_INPUT'],
    ['an unknown top-level domain', { domain: 'a.unknown' }, 'BAD_USER_INPUT'],
    ['a tenant of others', { tenantId: 'globex' }, 'BAD_USER_INPUT'],
  ])('rejects %s', async (_, input, code) => {
    const watch = world.service.watchDomain(requestOf(analyst('acme')), { domain: 'a.test', ...input });
    await expect(watch).rejects.toMatchObject({ code });
  });

  test('accepts the minimum and the maximum interval', async () => {
    for (const intervalHours of [0, 720]) {
      await world.service.watchDomain(requestOf(operator), { domain: 'a.test', intervalHours });
    }
  });

  test.each([
    ['a viewer', { kind: 'operator', name: 'v', role: 'viewer', tenantId: null }, 'FORBIDDEN'],
    ['an account without lookups', 'trial', 'FORBIDDEN'],
    ['a stranger', { kind: 'anonymous' }, 'UNAUTHENTICATED'],
  ] as [string, Caller | 'trial', string][])('rejects %s', async (_, subject, code) => {
    const caller = subject === 'trial' ? await createAccount(world, 'trial') : subject;
    const watch = world.service.watchDomain(requestOf(caller), { domain: 'a.test' });
    await expect(watch).rejects.toMatchObject({ code });
  });
});
