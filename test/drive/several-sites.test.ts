import { describe, expect, test } from 'vitest';
import { MassChangeState } from '../../subgraphs/drive/guard/index.js';
import { faultKinds } from '../support/document-site/index.js';
import { untilWaiting } from '../support/index.js';
import { administrator } from './support/drive-world.js';
import { worldWithReceiver } from './support/receiver.js';
import { expectEqualContent, follow, severalSites, storedOf } from './support/several-sites.js';

const forever = Number.POSITIVE_INFINITY;

describe('several sites', () => {
  test('are synchronized by one job, each to its own content, and listed with their status', async () => {
    const world = await severalSites(['/sites/finance', '/teams/legal']);
    await world.runJob('drive.tick');
    await expectEqualContent(world, world.site.siteId, world.site.content);
    for (const { siteId, library } of world.followed) await expectEqualContent(world, siteId, library.content);
    const sites = await world.service.listSites(administrator);
    expect(sites.map(({ path, isOfSettings }) => ({ path, isOfSettings }))).toEqual([
      { path: '/sites/security', isOfSettings: true },
      { path: '/sites/finance', isOfSettings: false },
      { path: '/teams/legal', isOfSettings: false },
    ]);
    const statuses = await world.service.readStatuses(administrator, sites);
    const status = { isConnected: true, counts: { storedFiles: 11 }, circuitState: 'closed' };
    expect(statuses).toMatchObject(Array(3).fill(status));
  });

  test.each<[string, Parameters<Awaited<ReturnType<typeof severalSites>>['site']['faults']['respond']>[0]]>([
    ['requests a pause', { on: 'delta', times: forever, status: 503, headers: { 'retry-after': '600' } }],
    ['is unavailable', { on: 'delta', times: forever, status: 503 }],
    ['rejects its tokens', { on: 'delta', times: forever, status: 401 }],
    ['restarts its listing forever', { on: 'delta', times: forever, status: 410 }],
    ['rejects downloads', { on: 'content', times: forever, status: 403 }],
  ])('are not affected while one of them %s, and that one recovers', async (_, fault) => {
    const world = await severalSites(['/sites/finance', '/sites/legal']);
    const [finance, legal] = world.followed;
    if (finance === undefined || legal === undefined) throw new Error('no sites');
    world.site.faults.respond({ ...fault, where: 'sites-finance' });
    const startSeconds = world.clock.seconds;
    await world.runJob('drive.tick');
    await expectEqualContent(world, world.site.siteId, world.site.content);
    await expectEqualContent(world, legal.siteId, legal.library.content);
    const [first, failing, last] = await world.service.readStatuses(
      administrator,
      await world.service.listSites(administrator),
    );
    expect([first?.circuitState, last?.circuitState]).toEqual(['closed', 'closed']);
    if (fault.on === 'delta') expect(failing).toMatchObject({ circuitState: 'open', lastRun: { outcome: 'failed' } });
    else expect(failing?.counts.pendingDownloads).toBe(11);
    world.site.faults.clear();
    world.clock.seconds = startSeconds + 7200;
    await world.runJob('drive.tick');
    await expectEqualContent(world, finance.siteId, finance.library.content);
  });

  test('continue while one of them has all faults in turn, and that one is complete at the end', async () => {
    const world = await severalSites(['/sites/finance', '/sites/legal']);
    const [finance, legal] = world.followed;
    if (finance === undefined || legal === undefined) throw new Error('no sites');
    const { faults } = world.site;
    for (const status of [429, 503, 401, 410])
      faults.respond({ on: 'delta', times: 3, status, where: 'sites-finance' });
    for (const status of [403, 503]) faults.respond({ on: 'content', times: 4, status, where: 'sites-finance' });
    faults.respond({ on: 'download', times: 4, status: 500, where: 'of-library-1' });
    faults.add({ on: 'download', times: 3, where: 'of-library-1', ...faultKinds.cut(5) });
    let isOpen = 0;
    const isComplete = async () => [...(await storedOf(world, finance.siteId)).values()].filter(Boolean).length === 11;
    for (let hour = 0; hour < 50 && !(await isComplete()); hour++) {
      legal.library.content.addFile(`hour-${hour}.txt`, `content of hour ${hour}`);
      await world.runJob('drive.tick');
      await expectEqualContent(world, legal.siteId, legal.library.content);
      await expectEqualContent(world, world.site.siteId, world.site.content);
      const [, status] = await world.service.readStatuses(administrator, await world.service.listSites(administrator));
      if (status?.circuitState === 'open') isOpen++;
      world.clock.seconds += 3600;
    }
    expect(isOpen).toBeGreaterThan(0);
    await expectEqualContent(world, finance.siteId, finance.library.content);
  });

  test('have a circuit breaker each, whose pauses grow until a probe succeeds', async () => {
    const world = await severalSites(['/sites/finance']);
    world.site.faults.respond({ on: 'delta', times: forever, status: 503, where: 'sites-finance' });
    const readCircuit = async () => {
      const [, site] = await world.service.listSites(administrator);
      const [status] = site === undefined ? [] : await world.service.readStatuses(administrator, [site]);
      return { state: status?.circuitState, failures: site?.failures, until: site?.circuitOpenUntilEpoch ?? 0 };
    };
    const requests = () => world.site.requestsOf('delta').filter(({ path }) => path.includes('finance')).length;
    const pauses: number[] = [];
    for (let failures = 1; failures <= 4; failures++) {
      await world.runJob('drive.tick');
      const { state, until, ...rest } = await readCircuit();
      expect({ state, ...rest }).toEqual({ state: 'open', failures });
      pauses.push(until - world.clock.seconds);
      const requested = requests();
      await world.runJob('drive.tick');
      expect(requests()).toBe(requested);
      world.clock.seconds = until;
      expect((await readCircuit()).state).toBe('half_open');
    }
    for (const [index, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThan(pauses[index] ?? 0);
    world.site.faults.clear();
    await world.runJob('drive.tick');
    expect(await readCircuit()).toEqual({ state: 'closed', failures: 0, until: 0 });
  });

  test('have their own subscriptions, and a notification synchronizes exactly its site', async () => {
    const world = await worldWithReceiver({}, { lifecycle: true });
    const [finance, legal] = await follow(world, ['/sites/finance', '/sites/legal']);
    if (finance === undefined || legal === undefined) throw new Error('no sites');
    await world.runJob('drive.tick');
    const { subscriptions } = world.site;
    const ids = () => Object.fromEntries([...subscriptions.values()].map(({ id, resource }) => [resource, id]));
    const resources = [world.site.siteId, finance.siteId, legal.siteId].map((id) => `/sites/${id}/drive/root`);
    expect(Object.keys(ids())).toEqual(resources);
    expect(new Set([...subscriptions.values()].map(({ clientState }) => clientState)).size).toBe(3);

    const synchronized = async () => {
      const requested = world.site.requests.length;
      await world.runJob('drive.subscription');
      await world.runJob('drive.sync');
      const requests = world.site.requests.slice(requested).filter(({ step }) => step === 'delta');
      return requests.map(({ path }) => /security|finance|legal|3e4c/.exec(path)?.[0]);
    };
    finance.library.content.addFile('new.txt', 'new');
    expect(
      await subscriptions.notify({ clientState: subscriptions.get('subscription-3')?.clientState }, finance.siteId),
    ).toEqual([202]);
    expect(await synchronized(), 'the client state of another site').toEqual([]);
    expect(await subscriptions.notify({}, finance.siteId)).toEqual([202]);
    expect(await synchronized()).toEqual(['finance']);
    await expectEqualContent(world, finance.siteId, finance.library.content);

    legal.library.content.addFile('missed.txt', 'missed');
    expect(await subscriptions.notifyLifecycle('missed', legal.siteId)).toEqual([202]);
    expect(await synchronized()).toEqual(['legal']);
    await expectEqualContent(world, legal.siteId, legal.library.content);
    const idsBefore = ids();
    expect(await subscriptions.notifyLifecycle('subscriptionRemoved', legal.siteId)).toEqual([202]);
    expect(await synchronized()).toEqual(['legal']);
    expect(ids()).toEqual({ ...idsBefore, [`/sites/${legal.siteId}/drive/root`]: 'subscription-4' });

    const renewals = () => world.site.requestsOf('subscriptions').filter(({ method }) => method === 'PATCH');
    expect(await subscriptions.notifyLifecycle('reauthorizationRequired', finance.siteId)).toEqual([202]);
    expect(await synchronized()).toEqual(['finance']);
    expect(renewals().map(({ path }) => path)).toEqual(['/v1.0/subscriptions/subscription-2']);
    world.clock.seconds += 30_000 * 60;
    await world.runJob('drive.tick');
    const renewed = renewals()
      .slice(1)
      .map(({ path }) => path.split('/').at(-1));
    expect(renewed.sort()).toEqual(['subscription-1', 'subscription-2', 'subscription-4']);
  });

  test('are polled on their own schedules, and not while they are paused', async () => {
    const world = await severalSites(['/sites/finance', '/sites/legal']);
    const [finance, legal] = world.followed;
    if (finance === undefined || legal === undefined) throw new Error('no sites');
    await world.service.updateSiteOptions(administrator, { site: finance.key, pollSeconds: 3600 });
    await world.runJob('drive.tick');
    await world.service.setPaused(administrator, { site: legal.key, isPaused: true });
    await expect(world.service.requestSyncOf(administrator, { site: legal.key })).rejects.toMatchObject({
      details: { reason: 'paused' },
    });
    finance.library.content.addFile('late.txt', 'late');
    legal.library.content.addFile('late.txt', 'late');
    world.clock.seconds += 1200;
    const polled = async () => {
      const requested = world.site.requestsOf('delta').length;
      await world.runJob('drive.tick');
      return world.site
        .requestsOf('delta')
        .slice(requested)
        .map(({ path }) => /security|finance|legal|3e4c/.exec(path)?.[0]);
    };
    expect(await polled()).toEqual(['3e4c']);
    world.clock.seconds += 3600;
    expect((await polled()).toSorted()).toEqual(['3e4c', 'finance']);
    await expectEqualContent(world, finance.siteId, finance.library.content);
    await world.service.setPaused(administrator, { site: legal.key, isPaused: false });
    expect(await polled()).toEqual(['legal']);
    await expectEqualContent(world, legal.siteId, legal.library.content);
  });

  test('can be changed while the sync after a failed sync ends', async () => {
    const world = await severalSites(['/sites/finance']);
    const [finance] = world.followed;
    if (finance === undefined) throw new Error('no site');
    world.site.faults.respond({ on: 'delta', times: forever, status: 503, where: 'sites-finance' });
    await world.runJob('drive.tick');
    world.site.faults.clear();
    const { sql } = world.test.database;
    // Scheduling the next poll waits for this lock, with the row of the site locked.
    await sql`create function wait_for_test() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(1); return new; end $$`;
    await sql`create trigger wait before update of next_poll_at on drive.site for each row execute function wait_for_test()`;
    const results = await sql.begin(async (holder) => {
      await holder`select pg_advisory_xact_lock(1)`;
      const { signal } = new AbortController();
      const sync = world.service.syncDrive(administrator, { site: finance.key, signal });
      await untilWaiting(sql, 1);
      const change = world.service.updateSiteOptions(administrator, { site: finance.key, pollSeconds: 3600 });
      await untilWaiting(sql, 2);
      return { sync, change };
    });
    expect(await results.sync).toMatchObject({ outcome: 'done' });
    expect(await results.change).toMatchObject({ pollSeconds: 3600, failures: 0 });
  });

  test('can include another library of the same site', async () => {
    const world = await severalSites([]);
    const library = world.site.addLibrary('/sites/security', 'Evidence');
    library.content.addFile('a.txt', 'of the library');
    const { site } = await world.service.addSite(administrator, {
      ...{ hostname: 'Contoso.Example', path: 'security', library: 'evidence' },
    });
    expect(site).toMatchObject({ path: '/sites/security:evidence', siteId: `${world.site.siteId},${library.driveId}` });
    await world.runJob('drive.tick');
    await expectEqualContent(world, site.siteId ?? '', library.content);
    await expectEqualContent(world, world.site.siteId, world.site.content);
  });

  test.each<[string, Record<string, string>, string]>([
    ['the same site twice', { hostname: 'contoso.example', path: '/sites/finance' }, 'CONFLICT'],
    ['the same site in another case', { hostname: 'CONTOSO.example', path: '/sites/Finance' }, 'CONFLICT'],
    ['a site that the settings name', { hostname: 'contoso.example', path: 'security' }, 'CONFLICT'],
    ['a site that does not exist', { hostname: 'contoso.example', path: 'none' }, 'UPSTREAM_FAILED'],
    [
      'a site without a library of this name',
      { hostname: 'contoso.example', path: 'security', library: 'none' },
      'NOT_FOUND',
    ],
    ['a site with an invalid hostname', { hostname: 'contoso.example/a', path: 'x' }, 'BAD_USER_INPUT'],
    [
      'a site with credentials if there is no directory for credentials',
      { hostname: 'a.example', path: 'x', credentials: 'b' },
      'BAD_USER_INPUT',
    ],
  ])('cannot include %s, and nothing is stored', async (_, input, code) => {
    const world = await severalSites(['/sites/finance']);
    world.site.addLibrary('/sites/security', 'Evidence');
    const address = { hostname: '', path: '', ...input };
    await expect(world.service.addSite(administrator, address)).rejects.toMatchObject({ code });
    expect(await world.service.listSites(administrator)).toHaveLength(2);
  });
});

describe('a removed site', () => {
  test('leaves the items that are linked to alerts, with their content and folders, and nothing else', async () => {
    const world = await severalSites(['/sites/finance', '/sites/legal']);
    const [finance, legal] = world.followed;
    if (finance === undefined || legal === undefined) throw new Error('no sites');
    // Both sites contain this content.
    for (const { library } of world.followed) library.content.addFile('same.txt', 'the same');
    await world.runJob('drive.tick');
    const alertId = '00000000-0000-4000-8000-000000000001';
    await world.service.linkEvidence(administrator, { alertId, siteId: finance.siteId, itemId: '01ITEM00000002' });
    const remove = () => world.service.removeSite(administrator, { site: finance.key, keepFiles: false });
    const { sql } = world.test.database;
    await sql`insert into drive.mass_change (site_id, kind, state, first_change, last_change, began_at, noticed_at,
      grown_at, score, reasons, known_files)
      values (${finance.siteId}, 'deletion', 'open', 1, 2, 1, 1, 1, 100, '{}', 9)`;
    for (const state of [MassChangeState.CONFIRMED, MassChangeState.RESOLVED]) {
      await expect(remove()).rejects.toThrow('A mass change protects the local copy of this site');
      await expectEqualContent(world, finance.siteId, finance.library.content);
      await world.service.changeMassChange(administrator, { id: 1, state });
    }
    const removed = await remove();
    expect(await sql`select from drive.mass_change`).toHaveLength(0);
    expect(removed).toMatchObject({ evidenceItems: 1, deletedItems: 11 });
    const storedItems = await storedOf(world, finance.siteId);
    expect([...storedItems].map(([path, content]) => [path, content?.toString()])).toEqual([
      ['/folder/finance-0.txt', 'finance 0'],
    ]);
    world.clock.seconds += 7200;
    await world.runJob('drive.tick');
    await expectEqualContent(world, legal.siteId, legal.library.content);
    await expectEqualContent(world, world.site.siteId, world.site.content);
    expect(await world.service.listSites(administrator)).toHaveLength(2);
    // Following the site again completes the copy again.
    await world.service.addSite(administrator, { hostname: 'contoso.example', path: '/sites/finance' });
    await world.runJob('drive.tick');
    await expectEqualContent(world, finance.siteId, finance.library.content);
  });

  test('keeps its files on request, and the configured site is not removed', async () => {
    const world = await severalSites(['/sites/finance']);
    const [finance] = world.followed;
    if (finance === undefined) throw new Error('no site');
    await world.runJob('drive.tick');
    await world.service.removeSite(administrator, { site: finance.key, keepFiles: true });
    await expectEqualContent(world, finance.siteId, finance.library.content);
    const first = { hostname: 'contoso.example', path: '/sites/security' };
    await expect(world.service.removeSite(administrator, { site: first, keepFiles: true })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});
