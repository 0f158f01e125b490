import { describe, expect, test } from 'vitest';
import type { Caller } from '../../platform/caller.js';
import { requestOf } from '../zones/support/account-world.js';
import { holds, respondsWith, respondsWithText, responseAbout } from './support/behaviors.js';
import {
  begin,
  describeBulkWorld,
  newNames,
  newOtherNames,
  newReplica,
  readOperatorState,
  requestsFor,
  run,
  stateOf,
  world,
} from './support/bulk-world.js';
import { createAccount, lookUp, newDomain, operator, start } from './support/rdap-world.js';

describeBulkWorld();

describe('a bulk lookup', () => {
  test('looks up each name once, reports invalid names, and exports the results', async () => {
    const [uncached = '', cached = ''] = newNames(2);
    const absent = newDomain(world, () => respondsWithText(404, ''));
    const [onOtherServer = ''] = newOtherNames(1);
    await lookUp(world, operator, cached);
    const domains = [uncached, cached, 'www.a.test', absent, uncached.toUpperCase(), onOtherServer, 'a.unknown'];
    const started = await world.service.startBulkLookup(requestOf(operator), { domains });
    expect(started.invalid.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'invalid_domain'],
      [7, 'unsupported_tld'],
    ]);
    expect([started.duplicateCount, started.lookup?.count]).toEqual([1, 4]);
    const id = started.lookup?.id ?? '';
    await run();
    const { job, counts, progress } = await stateOf(id);
    expect([job.state, counts, progress?.estimatedEndAt]).toEqual(['done', [3, 1, 0, 0], null]);
    expect(requestsFor([uncached, cached, absent, onOtherServer])).toEqual([1, 1, 1, 1]);
    let exported = '';
    await world.service.exportBulkResults(requestOf(operator), {
      ...{ id, format: 'csv' },
      async write(part) {
        exported += String(part);
      },
    });
    expect(exported.split('\r\n').map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
      ...['domain status', `${uncached} found`, `${cached} found`, `${absent} not_found`, `${onOtherServer} found`, ''],
    ]);
    const { sql } = world.test.database;
    const audited =
      await sql`select action from platform.audit_pending where objects @> ${[`bulk-lookup:${id}`]} order by id`;
    expect(audited.map(({ action }) => action)).toEqual(['start.bulk-lookup', 'finish.bulk-lookup']);
  });

  test('is not created without a valid name', async () => {
    const started = await world.service.startBulkLookup(requestOf(operator), { domains: ['', 'a'] });
    expect([started.lookup, started.invalid.length]).toEqual([null, 2]);
  });

  test('uses no more than the lookup quota, which it shares with single lookups, and continues in the next period', async () => {
    const account = await createAccount(world, 'basic');
    const domains = newNames(5);
    const id = await begin(domains, account);
    await run();
    const { counts, progress, job } = await stateOf(id, account);
    expect([counts, progress?.resumesAt, job.error]).toEqual([
      ...[[2, 0, 0, 3], new Date(start + 30_000), 'The RDAP lookups of this minute are used up (maximum: 2)'],
    ]);
    expect(await lookUp(world, account, newDomain(world))).toBe('rdap_rate_limited');
    world.clock.milliseconds = start + 30_000;
    await run();
    const nextDay = new Date(Date.UTC(2026, 2, 2));
    const exhausted = await stateOf(id, account);
    expect([exhausted.counts, exhausted.progress?.resumesAt]).toEqual([[3, 0, 0, 2], nextDay]);
    world.clock.milliseconds = nextDay.getTime();
    await run();
    expect((await stateOf(id, account)).job.state).toBe('done');
    expect(requestsFor(domains)).toEqual([1, 1, 1, 1, 1]);
  });

  test('of an account without remaining lookups does not delay those of other accounts', async () => {
    const account = await createAccount(world, 'basic');
    const [first, second] = [await begin(newNames(5), account), await begin(newNames(5))];
    await run();
    expect((await stateOf(first, account)).counts).toEqual([2, 0, 0, 3]);
    expect((await stateOf(second)).counts).toEqual([5, 0, 0, 0]);
  });

  test('is cancelled if its owner loses access', async () => {
    const account = await createAccount(world, 'enterprise');
    const id = await begin(newNames(2), account);
    const [accountId] = account.kind === 'account' ? [account.accountId] : [''];
    const { sql } = world.test.database;
    await sql`update zones.subscription set expires_at = ${start - 1} where account_id = ${accountId}`;
    await run();
    await sql`update zones.subscription set expires_at = ${start + 1e9} where account_id = ${accountId}`;
    const { job, counts } = await stateOf(id, account);
    expect([job.state, job.error, counts]).toEqual(['cancelled', 'The subscription has expired', [0, 0, 0, 2]]);
  });

  test('stops when it is cancelled, and retains its results', async () => {
    const [first = '', second = '', third = ''] = newNames(3);
    const heldResponse = holds(respondsWith(responseAbout(second)));
    world.registry.set(second, heldResponse.behavior);
    const id = await begin([first, second, third]);
    const running = run();
    await heldResponse.arrived;
    await world.service.cancelBulkLookup(requestOf(operator), { id });
    heldResponse.release();
    await running;
    const { job, counts } = await stateOf(id);
    expect([job.state, counts]).toEqual(['cancelled', [2, 0, 0, 1]]);
    expect(requestsFor([third])).toEqual([0]);
    expect(await world.service.cancelBulkLookup(requestOf(operator), { id })).toMatchObject({ state: 'cancelled' });
  });

  test.each([
    ['is cancelled', { state: 'cancelled', resumeAt: 0, error: 'The subscription has expired' }],
    ['is suspended', { state: 'running', resumeAt: start + 1e9, error: 'The lookup quota is used up' }],
  ])('keeps the reason if it %s while a lookup is in progress', async (_, { state, resumeAt, error }) => {
    const { sql } = world.test.database;
    const [first = '', second = ''] = newNames(2);
    const heldResponse = holds(respondsWith(responseAbout(first)));
    world.registry.set(first, heldResponse.behavior);
    const id = await begin([first, second]);
    const running = run();
    await heldResponse.arrived;
    await sql`update zones.rdap_job set state = ${state}, resume_at = ${resumeAt}, error = ${error} where id = ${id}`;
    heldResponse.release();
    await running;
    const { job, counts } = await stateOf(id);
    expect([job.state, job.error, counts]).toEqual([state, error, [1, 0, 0, 1]]);
  });
});

describe('a registry', () => {
  test('that requests a pause does not delay other registries, and is queried again after the pause', async () => {
    const rejecting = newNames(3);
    for (const domain of rejecting) world.registry.set(domain, respondsWithText(429, '', { 'retry-after': '20' }));
    const id = await begin([...rejecting, ...newOtherNames(3)]);
    await run();
    const { counts, progress } = await stateOf(id);
    expect(counts).toEqual([3, 0, 0, 3]);
    expect(progress?.waits).toEqual([
      {
        ...{ server: world.registry.url, until: new Date(start + 20_000), count: 3 },
        message: 'The registry responded with status 429',
      },
    ]);
    expect(requestsFor(rejecting)).toEqual([1, 0, 0]);
    const paused = await readOperatorState();
    expect(paused.metrics.slice(-2)).toEqual(['rampart_rdap_bulk_names_waiting 3', 'rampart_rdap_servers_paused 1']);
    expect(paused.finding).toMatchObject({
      status: 'warning',
      message: expect.stringContaining(
        `1 RDAP server paused: ${world.registry.url} until 2026-03-01T12:00:50.000Z (The registry`,
      ),
    });
    for (const domain of rejecting) world.registry.set(domain, respondsWith(responseAbout(domain)));
    world.clock.milliseconds = start + 20_000;
    await run();
    expect((await stateOf(id)).counts).toEqual([6, 0, 0, 0]);
    const state = await readOperatorState();
    expect([state.finding.status, ...state.metrics]).toEqual([
      'ok',
      ...['rampart_rdap_watches{state="current"} 0', 'rampart_rdap_watches{state="failing"} 0'],
      ...['rampart_rdap_bulk_lookups 0', 'rampart_rdap_bulk_names_waiting 0', 'rampart_rdap_servers_paused 0'],
    ]);
  });

  test('that is down is queried five times; the lookup then waits, and no name has failed', async () => {
    const failing = newNames(8);
    for (const domain of failing) world.registry.set(domain, respondsWithText(500, ''));
    const id = await begin([...failing, ...newOtherNames(2)]);
    await run();
    expect((await stateOf(id)).counts).toEqual([2, 0, 0, 8]);
    expect(requestsFor(failing).reduce((sum, count) => sum + count)).toBe(5);
    for (const domain of failing) world.registry.set(domain, respondsWith(responseAbout(domain)));
    for (const wait of [30_000, 60_000, 300_000]) {
      world.clock.milliseconds += wait;
      await run();
    }
    expect((await stateOf(id)).counts).toEqual([10, 0, 0, 0]);
  });

  test('is queried at its new URL if the URL has changed since the start of the lookup', async () => {
    const rejects = respondsWithText(429, '', { 'retry-after': '20' });
    const id = await begin([newDomain(world, () => rejects), newDomain(world, () => rejects)]);
    await world.test.database.sql`update zones.rdap_job_name set server = 'https://old.example/'`;
    await run();
    expect((await stateOf(id)).progress?.waits).toMatchObject([{ server: world.registry.url, count: 2 }]);
  });

  test('that is slow does not delay other registries', async () => {
    const [slow = ''] = newNames(1);
    const heldResponse = holds(respondsWith(responseAbout(slow)));
    world.registry.set(slow, heldResponse.behavior);
    const otherDomains = newOtherNames(5);
    const id = await begin([slow, ...otherDomains]);
    const running = run();
    await heldResponse.arrived;
    await expect.poll(async () => (await stateOf(id)).counts[0]).toBe(5);
    heldResponse.release();
    await running;
    expect((await stateOf(id)).counts).toEqual([6, 0, 0, 0]);
  });

  test('is queried three times about a domain if it fails only for that domain', async () => {
    const broken = newDomain(world, () => respondsWithText(200, '{'));
    const id = await begin([broken, ...newNames(2)]);
    for (const wait of [0, 60_000, 300_000, 600_000]) {
      world.clock.milliseconds += wait;
      await run();
    }
    const { job, counts, progress } = await stateOf(id);
    expect([job.state, counts]).toEqual(['done', [2, 0, 1, 0]]);
    expect(progress?.failures).toEqual([{ reason: 'rdap_upstream_error', count: 1 }]);
    expect(requestsFor([broken])).toEqual([3]);
  });

  test('receives one request at a time from all replicas together', async () => {
    let [current, maxConcurrent] = [0, 0];
    const domains = newNames(20);
    for (const domain of domains) {
      world.registry.set(domain, (request, response) => {
        maxConcurrent = Math.max(maxConcurrent, ++current);
        response.on('close', () => current--);
        respondsWith(responseAbout(domain))(request, response);
      });
    }
    const ids = [await begin(domains.slice(0, 10)), await begin(domains.slice(10))];
    const replicas = [world.service, newReplica(), newReplica()];
    await Promise.all(replicas.map((replica) => run(replica)));
    for (const id of ids) expect((await stateOf(id)).counts).toEqual([10, 0, 0, 0]);
    expect(maxConcurrent).toBe(1);
    expect(requestsFor(domains)).toEqual(domains.map(() => 1));
  });
});

describe('after a replica has stopped', () => {
  test('during a lookup, another replica continues the lookup when the lease has expired', async () => {
    const domains = newNames(4);
    const [, second = ''] = domains;
    const heldResponse = holds(respondsWith(responseAbout(second)));
    world.registry.set(second, heldResponse.behavior);
    const id = await begin(domains);
    const abort = new AbortController();
    const stopped = run(newReplica(), abort.signal);
    await heldResponse.arrived;
    abort.abort();
    await run();
    expect((await stateOf(id)).counts).toEqual([1, 0, 0, 3]);
    heldResponse.release();
    await stopped;
    await run();
    expect((await stateOf(id)).counts).toEqual([4, 0, 0, 0]);
    expect(requestsFor(domains)).toEqual([1, 1, 1, 1]);
  });

  test('before it stored the result, another replica uses the cached response without another request', async () => {
    const { sql } = world.test.database;
    const domains = newNames(2);
    const id = await begin(domains);
    await sql`alter table zones.rdap_job_name add constraint broken check (status = 'waiting') not valid`;
    await run();
    expect((await stateOf(id)).counts).toEqual([0, 0, 0, 2]);
    await sql`alter table zones.rdap_job_name drop constraint broken`;
    await run(newReplica());
    expect((await stateOf(id)).counts).toEqual([2, 0, 0, 0]);
    expect(requestsFor(domains)).toEqual([1, 1]);
  });
});

describe('bulk lookups', () => {
  test('have a maximum number of names', async () => {
    await begin(newNames(30));
    await expect(begin(newNames(31))).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  test('are limited to exactly five at a time per owner, even under concurrency', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 9 }, () => begin(newNames(1))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(rejected?.reason).toMatchObject({ code: 'CONFLICT' });
    await begin(newNames(1), await createAccount(world, 'enterprise'));
    await run();
    await begin(newNames(1));
  });

  test.each([
    ['a viewer', { kind: 'operator', name: 'v', role: 'viewer', tenantId: null }, 'FORBIDDEN'],
    ['an account without lookups', 'trial', 'FORBIDDEN'],
    ['an anonymous caller', { kind: 'anonymous' }, 'UNAUTHENTICATED'],
  ] as [string, Caller | 'trial', string][])('are not available to %s', async (_, subject, code) => {
    const caller = subject === 'trial' ? await createAccount(world, 'trial') : subject;
    await expect(begin(newNames(1), caller)).rejects.toMatchObject({ code });
  });

  test('are hidden from other accounts and tenants', async () => {
    const account = await createAccount(world, 'enterprise');
    const acme: Caller = { kind: 'operator', name: 'a', role: 'analyst', tenantId: 'acme' };
    const ids = [await begin(newNames(1), account), await begin(newNames(1), acme)];
    const globex: Caller = { ...acme, tenantId: 'globex' };
    for (const caller of [globex, await createAccount(world, 'enterprise')]) {
      expect(await world.service.listBulkLookups(requestOf(caller), { first: 20 })).toEqual([]);
      for (const id of ids) {
        const options = { id, format: 'csv', write: async () => undefined } as const;
        for (const call of ['readBulkLookup', 'cancelBulkLookup', 'exportBulkResults'] as const) {
          await expect(world.service[call](requestOf(caller), options)).rejects.toMatchObject({ code: 'NOT_FOUND' });
        }
      }
    }
  });

  test('are deleted a month after their end', async () => {
    const [completed, waiting] = [await begin(newNames(1)), await begin(newOtherNames(1))];
    await world.test.database
      .sql`update zones.rdap_job set state = 'done', finished_at = ${start} where id = ${completed}`;
    world.clock.milliseconds += 30 * 86_400_000 + 1;
    await world.service.jobs.find(({ name }) => name === 'zones.sweep-registrations')?.run(null);
    const remainingLookups = await world.service.listBulkLookups(requestOf(operator), { first: 20 });
    expect(remainingLookups.map(({ id }) => id)).toEqual([waiting]);
  });
});
