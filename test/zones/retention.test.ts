import { expect, test } from 'vitest';
import { localAdministrator } from '../../platform/caller.js';
import { requestOf } from './support/account-world.js';
import {
  activePairs,
  dayMs,
  describeImportWorld,
  firstSeen,
  importFile,
  start,
  zoneText,
} from './support/import-world.js';

const hourMs = dayMs / 24;
const world = describeImportWorld();

async function changeTimes(): Promise<number[]> {
  const rows = await world.test.database.sql<{ at: number }[]>`select at::float8 as at from zones.change order by at`;
  return rows.map(({ at }) => at);
}

async function runNight(): Promise<void> {
  const job = world.service.jobs.find(({ name }) => name === 'zones.drop-outdated-changes');
  expect(job?.cron).toBe('17 3 * * *');
  await job?.run({});
}

test('the nightly job drops changes older than 181 days, and does not change the current state', async () => {
  await importFile(world, 'com', zoneText('com', ['a x.', 'b x.', 'c x.', 'd x.', 'e x.']));
  await importFile(world, 'com', zoneText('com', ['a x. y.', 'b x.', 'c x.', 'd x.', 'e x.']));
  const firstImportAt = world.clock.now();
  world.clock.milliseconds = start + 100 * dayMs;
  await importFile(world, 'com', zoneText('com', ['a y.', 'b x.', 'c x.', 'd x.', 'e x.']));
  const secondImportAt = world.clock.now();
  const before = {
    pairs: await activePairs(world.test.database, 'com'),
    seen: await firstSeen(world.test.database, 'com'),
  };

  // Partitions of ten days are dropped as a whole: after 180 days, a part of this one is still within the window.
  world.clock.milliseconds = firstImportAt + 180 * dayMs;
  await runNight();
  expect(await changeTimes()).toEqual([firstImportAt, secondImportAt]);

  world.clock.milliseconds = firstImportAt + 191 * dayMs;
  await runNight();
  expect(await changeTimes()).toEqual([secondImportAt]);
  expect(await activePairs(world.test.database, 'com')).toEqual(before.pairs);
  expect(await firstSeen(world.test.database, 'com')).toEqual(before.seen);
  expect(before.seen['a y.']).toBe(firstImportAt);

  // The job can run again, and imports are possible even at a time whose partition was dropped.
  await runNight();
  await importFile(world, 'com', zoneText('com', ['b x.', 'c x.', 'd x.', 'e x.']));
  expect(await changeTimes()).toEqual([secondImportAt, world.clock.now()]);
  await importFile(world, 'net', zoneText('net', ['a x.']), { at: new Date(start) });
  await importFile(world, 'net', zoneText('net', ['a y.']), { at: new Date(start + dayMs) });
  expect(await activePairs(world.test.database, 'net')).toEqual(['a y.']);
});

test('the nightly job retains the longest history of any tier to the hour, and drops changes that no tier can read', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  // The last millisecond of a partition.
  const boundary = Math.ceil((start + 300 * dayMs) / (10 * dayMs)) * 10 * dayMs;
  const last = boundary - 1;
  world.clock.milliseconds = boundary;
  await importFile(
    world,
    'org',
    zoneText(
      'org',
      names.map((name) => `${name} x.`),
    ),
    { at: new Date(last - dayMs) },
  );
  await importFile(
    world,
    'org',
    zoneText(
      'org',
      names.map((name) => `${name} y.`),
    ),
    { at: new Date(last) },
  );

  world.clock.milliseconds = last + 180 * dayMs + hourMs;
  await runNight();
  const { results } = await world.service.observationPage(requestOf(localAdministrator), {
    ...{ zone: 'org', search: 'a', start: new Date(last).toISOString(), end: new Date(boundary).toISOString() },
  });
  expect(results.map(({ data, status }) => `${data} ${status}`)).toEqual(['x. inactive', 'y. active']);

  world.clock.milliseconds = boundary + 181 * dayMs - 1;
  await runNight();
  expect(await changeTimes()).toContain(last);
  world.clock.milliseconds = boundary + 181 * dayMs;
  await runNight();
  expect(await changeTimes()).not.toContain(last);
});
