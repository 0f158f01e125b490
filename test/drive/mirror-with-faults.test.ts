import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type Faults, RateLimit, type Step } from '../support/document-site/index.js';
import { administrator } from './support/drive-world.js';
import { type MirroredSites, mirroredSites } from './support/mirrored-sites.js';
import { storedOf } from './support/several-sites.js';

/** Statuses with which requests fail, besides those of all requests. */
const failures = {
  token: [400, 401],
  site: [401, 403, 404],
  delta: [401, 403, 404, 410],
  content: [401, 403, 404],
  download: [401, 403, 404, 416],
  subscriptions: [400, 401, 403, 404, 409],
} satisfies Record<Step, number[]>;

/** Each kind of fault, on each of these steps: statuses, broken connections, responses that end early. */
function addAll(faults: Faults, steps: readonly Step[]): void {
  for (const on of steps) {
    for (const status of [429, 503]) faults.answer({ on, times: 1, status, headers: { 'retry-after': '2' } });
    for (const status of [429, 500, 502, 503, ...failures[on]]) faults.answer({ on, times: 1, status });
    faults.add({ on, times: 1, act: ({ response }) => void response.destroy() });
    for (const cutAfter of [0, 1, 5, 50_000]) faults.add({ on, times: 1, cutAfter });
  }
}

/** The copy follows all sites and subscribes to them, although site lookups and subscriptions have all faults. */
async function connect(sites: MirroredSites): Promise<void> {
  const { origin, mirror, copy } = sites;
  const { faults } = mirror;
  addAll(faults, ['site']);
  for (let attempt = 0; attempt < 30 && faults.remaining > 0; attempt++) {
    await copy.service.connectDrive(administrator).catch(() => undefined);
  }
  expect(faults.remaining).toBe(0);
  addAll(faults, ['subscriptions']);
  await copy.service.connectDrive(administrator);
  for (const { key } of origin.followed) await copy.service.addSite(administrator, key);
  const health = async () => (await sites.statuses()).map(({ subscriptionHealth }) => subscriptionHealth);
  for (let minute = 0; minute < 60; minute++) {
    if (faults.remaining === 0 && (await health()).every((each) => each === 'active')) break;
    await copy.runJob('drive.subscription');
    copy.clock.seconds += 60;
  }
  expect([faults.remaining, await health()]).toEqual([0, ['active', 'active', 'active']]);
}

/** Sends a lifecycle notification about each subscription of the mirror; removed ones no longer exist. */
async function notifyLifecycle({ test: { database } }: MirroredSites['origin'], lifecycleEvent: string): Promise<void> {
  const subscriptions = await database.sql`
    select id, client_state as state, notification_url as url from drive.mirror_subscription`;
  if (lifecycleEvent === 'subscriptionRemoved') await database.sql`delete from drive.mirror_subscription`;
  for (const { id, state, url } of subscriptions) {
    const body = JSON.stringify({ value: [{ subscriptionId: id, clientState: state, lifecycleEvent }] });
    const { status } = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    expect(status).toBe(202);
  }
}

/** Changes are found by notifications of the mirror, and by those about the lifecycle of its subscriptions. */
async function followNotifications(sites: MirroredSites): Promise<void> {
  const { origin, mirror, copy } = sites;
  await copy.runJob('drive.sync');
  sites.addFile('notified.txt');
  await origin.runJob('drive.tick');
  await origin.runJob('drive.notify');
  await copy.runJob('drive.sync');
  await sites.expectEqual();
  for (const [event, expected] of [
    ['missed', []],
    ['reauthorizationRequired', Array(3).fill('PATCH subscriptions')],
    ['subscriptionRemoved', Array(3).fill('POST subscriptions')],
  ] as const) {
    sites.addFile(`${event}.txt`);
    origin.clock.seconds += 3600;
    await origin.runJob('drive.tick');
    const before = mirror.requests.length;
    await notifyLifecycle(origin, event);
    await copy.runJob('drive.subscription');
    await copy.runJob('drive.sync');
    await sites.expectEqual();
    expect(mirror.requests.slice(before).filter((line) => line.endsWith('subscriptions'))).toEqual(expected);
  }
}

/** Each hour brings files, so there are requests for each fault. */
async function followWithFaults(sites: MirroredSites): Promise<void> {
  const { faults } = sites.mirror;
  addAll(faults, ['token', 'delta', 'content', 'download']);
  for (let hour = 0; hour < 80 && faults.remaining > 0; hour++) {
    sites.addFile(`hour-${hour}.txt`);
    await sites.passHours();
  }
  expect(faults.remaining).toBe(0);
  await sites.passHours();
  await sites.syncAll();
  await sites.expectEqual();
}

/** A file that is refused because of malware is not requested again until it has other content. */
async function followMalware(sites: MirroredSites): Promise<void> {
  const { mirror, copy } = sites;
  const infected = sites.addFile('infected.txt');
  const [{ siteId, content }] = sites.all as [MirroredSites['all'][number]]; // There are three.
  const act = ({ response }: { response: ServerResponse }) => {
    const error = { code: 'accessDenied', message: 'Malware detected', innererror: { code: 'malwareDetected' } };
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  };
  mirror.faults.add({ on: 'content', times: 1, where: `${siteId}/drive/items/${infected}/`, act });
  await sites.passHours(2);
  expect((await storedOf(copy, siteId)).get('/infected.txt')).toBeUndefined();
  expect((await sites.statuses()).map(({ counts }) => counts.malwareFiles)).toEqual([1, 0, 0]);
  content.write(infected, 'clean');
  await sites.passHours();
  await sites.expectEqual();
}

/** The application needs more than its quota, and the mirror reports what is left of it, or does not. */
async function followWithinQuota(sites: MirroredSites): Promise<void> {
  const { mirror, copy } = sites;
  const quota = new RateLimit(40, copy.clock);
  mirror.quota = quota;
  let throttled = 0;
  for (const reports of [true, false]) {
    quota.reports = reports;
    for (let file = 0; file < 30; file++) sites.addFile(`within-${reports}-${file}.txt`);
    await sites.passHours();
    throttled = (await sites.statuses()).reduce((sum, { lastRun }) => sum + (lastRun?.throttled ?? 0), 0);
    await sites.passHours(2);
    await sites.expectEqual();
  }
  expect(throttled).toBeGreaterThan(0);
}

test('several sites at once are copied from the mirror of a second instance, with all faults, byte for byte', async () => {
  const sites = await mirroredSites();
  await connect(sites);
  await followNotifications(sites);
  await followWithFaults(sites);
  await followMalware(sites);
  await followWithinQuota(sites);
}, 300_000);
