import { afterAll, expect, test } from 'vitest';
import { createLicenseService } from '../../subgraphs/licenses/index.js';
import { checkIn, guidOf, LicenseFolder } from '../licenses/support/license-world.js';
import { writeDefaultFiles } from '../rest/support/licenses-server.js';
import { testConfiguration } from '../support/index.js';
import { pullService, runJob, startSource } from '../zones/support/pull-world.js';
import { describeNotifications, hourMs } from './support/notification-world.js';

const world = describeNotifications();
const files = new LicenseFolder();
afterAll(() => files.remove());

/** Sends due messages; returns the type and title of each message that was received since the last call. */
async function deliverMessages(): Promise<unknown[]> {
  await world.routeAndSend();
  return world.receiver.requests.splice(0).map(({ body }) => {
    const { type, data } = JSON.parse(body);
    return [type, data.title];
  });
}

test('the job that checks the license and its controllers sends one message about each warning', async () => {
  await world.addRule({
    kinds: [
      'license.expiring',
      'license.grace_ending',
      'license.seats_low',
      'controller.silent',
      'controller.outdated',
    ],
  });
  const at = (hours: number) => new Date(world.clock.now() + hours * hourMs);
  const [silentSince, expiresAt, graceEndsAt] = [at(0), at(24), at(96)].map((time) => time.toISOString());
  await writeDefaultFiles(files);
  await files.license({ cap: 2, issuedAt: at(-24), expiresAt: at(24), graceDays: 3 });
  const configuration = testConfiguration({ ...files.settings(), RAMPART_LICENSES_CURRENT_VERSION: '5.0' });
  const service = createLicenseService({ ...world.dependencies, configuration });
  // The service is considered to run without outages, even when the test moves its clock.
  await world.sql`insert into licenses.uptime values (0, 'infinity')`;
  await checkIn(service);
  world.clock.milliseconds += 48 * hourMs;
  await checkIn(service, { guid: guidOf(2), hostname: 'controller-2', version: '5.0' });
  const check = async () => await service.jobs.find(({ name }) => name === 'licenses.check-warnings')?.run({});
  await check();
  expect(await deliverMessages()).toEqual([
    ['license.expiring', `The license has expired (${expiresAt})`],
    [
      'license.grace_ending',
      `The grace period of the license ends within 7 days (${graceEndsAt}); after that, controllers are rejected`,
    ],
    ['license.seats_low', '2 of 2 seats of the license are used (at least 95%)'],
    ['controller.outdated', '1 controller runs version 4.1.0, which is older than 5.0'],
    ['controller.silent', `Controller controller-1 is silent: its last check-in was at ${silentSince}`],
  ]);
  await check();
  expect(await deliverMessages()).toEqual([]);
});

test('the job that pulls zones sends a message about the first failure, and one when the zone becomes stale', async () => {
  await world.addRule({ kinds: ['zone.pull_failed', 'zone.stale'] });
  const source = await startSource((_, response) => response.writeHead(500).end());
  const { dependencies } = world;
  const platform = { ...dependencies, configuration: testConfiguration({}) };
  const service = pullService({ platform }, { RAMPART_ZONES_SOURCES: `org=${source.url}/org.gz` });
  await runJob(service);
  expect(await deliverMessages()).toEqual([
    ['zone.pull_failed', expect.stringMatching(/^Pulling zone org failed: .*responded with status 500/)],
  ]);
  world.clock.milliseconds += 2 * hourMs;
  await runJob(service);
  expect([source.received.length, await deliverMessages()]).toEqual([2, []]);
  world.clock.milliseconds += 48 * hourMs;
  await runJob(service);
  expect(await deliverMessages()).toEqual([['zone.stale', 'Zone org is stale: it has never been pulled successfully']]);
});
