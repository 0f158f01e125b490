import { describe, expect, test } from 'vitest';
import {
  faultKinds,
  lifecycleEvents,
  listedKinds,
  otherNotifications,
  RateLimit,
  type Step,
  siteFaults,
} from '../support/document-site/index.js';
import { type CopiedSites, mirroredSites, simulatedSites } from './support/copied-sites.js';
import { administrator } from './support/drive-world.js';
import { storedOf } from './support/several-sites.js';

/** Adds each fault of `siteFaults` in these steps once: only the faults with `untilReported`, or only those without. */
function addAll({ source }: CopiedSites, steps: readonly Step[], { untilReported = false } = {}): void {
  for (const fault of siteFaults) {
    if (steps.includes(fault.on) && fault.untilReported === untilReported)
      source.faults.add({ on: fault.on, times: 1, ...fault.action });
  }
}

/** The copy follows all sites and subscribes to them, although site lookups and subscriptions have all faults. */
async function connect(sites: CopiedSites): Promise<void> {
  const { source, others, copy } = sites;
  const { faults } = source;
  addAll(sites, ['site']);
  for (let attempt = 0; attempt < 40 && faults.remaining > 0; attempt++) {
    await copy.service.connectDrive(administrator).catch(() => undefined);
  }
  expect(faults.waiting).toEqual([]);
  addAll(sites, ['subscriptions']);
  await copy.service.connectDrive(administrator);
  expect(await copy.service.readStatus(administrator)).toMatchObject({ isCircuitOpen: false });
  for (const { key } of others) await copy.service.addSite(administrator, key);
  const readHealth = async () => (await sites.statuses()).map(({ subscriptionHealth }) => subscriptionHealth);
  for (let minute = 0; minute < 90; minute++) {
    if (faults.remaining === 0 && (await readHealth()).every((state) => state === 'active')) break;
    await copy.runJob('drive.subscription');
    copy.clock.seconds += 60;
  }
  expect([faults.waiting, await readHealth()]).toEqual([[], ['active', 'active', 'active']]);
}

const requestsAfter = {
  missed: [],
  reauthorizationRequired: Array(3).fill('PATCH subscriptions'),
  subscriptionRemoved: Array(3).fill('POST subscriptions'),
};

/** A mirror may have several subscriptions to a site, because responses to earlier ones were lost. */
async function expectAccepted(statuses: Promise<number[]>): Promise<void> {
  expect((await statuses).length).toBeGreaterThanOrEqual(3);
  expect(new Set(await statuses)).toEqual(new Set([202]));
}

/** Changes are found by change notifications and by lifecycle notifications. */
async function followNotifications(sites: CopiedSites): Promise<void> {
  const { source, copy } = sites;
  await copy.runJob('drive.sync');
  sites.addFile('notified.txt');
  await source.work();
  for (const notification of otherNotifications) await expectAccepted(source.notify(notification));
  await copy.runJob('drive.sync');
  await sites.expectEqual();
  for (const event of lifecycleEvents) {
    sites.addFile(`${event}.txt`);
    await sites.bringChanges();
    const requestCount = source.requests.length;
    await expectAccepted(source.notifyLifecycle(event));
    await copy.runJob('drive.subscription');
    await copy.runJob('drive.sync');
    await sites.expectEqual();
    const requests = source.requests.slice(requestCount).filter((line) => line.endsWith('subscriptions'));
    expect(requests).toEqual(requestsAfter[event]);
  }
}

/** Each hour brings and removes files, so each fault is possible. */
async function passFaults(sites: CopiedSites): Promise<void> {
  const { faults } = sites.source;
  let earlier: (() => void)[] = [];
  for (let hour = 0; hour < 200 && faults.remaining > 0; hour++) {
    for (const remove of earlier) remove();
    sites.addFile(`hour-${hour}.txt`);
    earlier = sites.all.map(({ content }) => {
      const folder = content.addFolder(`folder-${hour}`);
      content.addFile('file.txt', `content of hour ${hour}`, folder);
      return () => content.remove(folder);
    });
    await sites.passHours();
  }
  expect(faults.waiting).toEqual([]);
}

async function followWithFaults(sites: CopiedSites): Promise<void> {
  addAll(sites, ['token', 'delta', 'content', 'download']);
  await passFaults(sites);
  await sites.passHours();
  await sites.syncAll();
  await sites.expectEqual();
}

/** The copy equals the incorrect reports of the site, until the site reports its files correctly. */
async function followMisleadingSite(sites: CopiedSites): Promise<void> {
  addAll(sites, ['delta', 'content'], { untilReported: true });
  await passFaults(sites);
  for (const { content } of sites.all) {
    for (const { id, isDeleted, content: bytes } of content.items.values()) {
      if (bytes !== undefined && !isDeleted) content.write(id, `rewritten ${bytes.subarray(0, 100)}`);
    }
  }
  await sites.passHours(2);
  await sites.syncAll();
  await sites.expectEqual();
}

/** A file that is rejected because of malware is not requested again until it has other content. */
async function followMalware(sites: CopiedSites): Promise<void> {
  const { source, copy } = sites;
  const infected = sites.addFile('infected.txt');
  const [{ siteId, content }] = sites.all as [CopiedSites['all'][number]]; // There are three.
  const where = `${siteId}/drive/items/${infected}/`;
  source.faults.add({ on: 'content', times: 1, where, ...faultKinds.malware() });
  await sites.passHours(2);
  expect((await storedOf(copy, siteId)).get('/infected.txt')).toBeUndefined();
  expect((await sites.statuses()).map(({ counts }) => counts.malwareFiles)).toEqual([1, 0, 0]);
  content.write(infected, 'clean');
  await sites.passHours();
  await sites.expectEqual();
}

/** The application exceeds its quota; the site first reports the remaining quota, and then does not. */
async function followWithinQuota(sites: CopiedSites): Promise<void> {
  const { source, copy } = sites;
  const quota = new RateLimit(40, copy.clock);
  source.quota = quota;
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

test('the list of faults contains every kind of fault', () => {
  expect([...listedKinds].sort()).toEqual(Object.keys(faultKinds).sort());
});

describe('several sites are copied concurrently, byte for byte, despite all faults', () => {
  test.each([
    ['from the simulated site', simulatedSites],
    ['from the mirror of a second instance', mirroredSites],
  ])('%s', async (_, start) => {
    const sites = await start();
    await connect(sites);
    await followNotifications(sites);
    await followWithFaults(sites);
    await followMalware(sites);
    await followMisleadingSite(sites);
    await followWithinQuota(sites);
  });
});
