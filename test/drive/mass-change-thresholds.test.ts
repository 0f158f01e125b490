import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MassChangeState } from '../../subgraphs/drive/guard/index.js';
import { runHere } from '../command-line/support/run-here.js';
import { temporaryFolder } from '../support/running-server.js';
import { administrator, type DriveWorld } from './support/drive-world.js';
import { dayOfWork, encryptFile } from './support/office.js';
import { hashesOf, massChanges, officeWorld, poll, pollSeconds } from './support/office-world.js';
import { runQueue } from './support/queue.js';

/** The number of alerts, after the jobs that open them. */
async function alertsOf(world: DriveWorld): Promise<number> {
  await runQueue(world);
  return (await world.test.database.sql`select from alerts.alert`).length;
}

/**
 * A script that encrypts all files, with a poll every ten minutes, until an alert is open or all are encrypted.
 * @returns polls and encrypted files until the alert, or null
 */
async function attack(world: DriveWorld, options: { files: readonly string[]; eachPoll: number; extension?: string }) {
  const { files, eachPoll, extension } = options;
  for (let lost = eachPoll; lost <= files.length; lost += eachPoll) {
    for (const id of files.slice(lost - eachPoll, lost)) encryptFile(world.site.content, id, extension);
    await poll(world);
    if ((await alertsOf(world)) > 0) return { polls: lost / eachPoll, lost };
  }
  return null;
}

/** Contents of the files below a directory, by path. */
function filesBelow(directory: string): Map<string, Buffer> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [path.slice(directory.length), readFileSync(path)]));
}

test('a day of ordinary work opens no mass change; a script is then detected, and the folder is restored', async () => {
  const { world, folders } = await officeWorld();
  const { content } = world.site;
  const sequenceBefore = content.sequence;
  const startSeconds = world.clock.seconds;
  for (const { run, seconds } of dayOfWork(content, folders)) {
    run();
    world.clock.seconds += seconds;
    await world.sync();
  }
  expect(world.clock.seconds - startSeconds).toBe(86_400);
  expect(content.sequence - sequenceBefore).toBeGreaterThan(700);
  expect([await massChanges(world), await alertsOf(world)]).toEqual([[], 0]);
  const expectedHashes = hashesOf(content.files());
  const files = [...content.items.values()].filter((item) => item.content !== undefined && !item.isDeleted);
  const attacked = world.clock.seconds;
  expect(await attack(world, { files: files.map(({ id }) => id), eachPoll: 15 })).toEqual({ polls: 2, lost: 30 });
  expect(world.clock.seconds - attacked).toBe(2 * pollSeconds);

  const [massChange] = await massChanges(world);
  const folder = temporaryFolder();
  onTestFinished(() => folder.remove());
  const destination = join(folder.path, 'restored');
  const environment = { DATABASE_URL: world.test.url, RAMPART_SERVER_DATA_DIR: world.folder };
  const change = String((massChange?.firstChange ?? 0) - 1);
  const restored = await runHere(['drive', 'restore', '--change', change, '--into', destination], { environment });
  expect(restored.code, restored.errors).toBe(0);
  expect(hashesOf(filesBelow(destination))).toEqual(expectedHashes);
});

test('the alert about a script opens after 30 unreadable files, or after fewer with further signs of an attack', async () => {
  const { world, files } = await officeWorld();
  let next = 0;
  for (const [description, { count, ...options }, expected] of [
    ['18 files an hour, which is below the limit', { count: 30, eachPoll: 3, extension: '.a' }, null],
    ['24 files an hour, with a new extension', { count: 60, eachPoll: 4, extension: '.b' }, { polls: 6, lost: 24 }],
    ['30 files an hour, under the same names', { count: 60, eachPoll: 5, extension: '' }, { polls: 6, lost: 30 }],
    ['many files between two polls', { count: 100, eachPoll: 100, extension: '.c' }, { polls: 1, lost: 100 }],
  ] as const) {
    expect(await attack(world, { files: files.slice(next, next + count), ...options }), description).toEqual(expected);
    next += count;
    // Neither the changes nor the usual rate of this attack affect the next one.
    for (const { id } of await massChanges(world, [MassChangeState.OPEN])) {
      await world.service.changeMassChange(administrator, { id, state: MassChangeState.CONFIRMED });
    }
    await world.test.database.sql`delete from alerts.alert`;
    world.clock.seconds += 15 * 86_400;
    await world.sync();
  }
});
