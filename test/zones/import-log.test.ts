import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { graphql } from 'graphql';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Caller, localAdministrator } from '../../platform/caller.js';
import { runHere } from '../command-line/support/run-here.js';
import { runCommand } from '../support/command-line.js';
import {
  dayMs,
  describeImportWorld,
  fileOf,
  firstSeen,
  importFile,
  observationsAt,
  start,
  zoneText,
} from './support/import-world.js';

const world = describeImportWorld();

async function execute(source: string, caller: Caller = localAdministrator) {
  const { schema } = world.subgraph;
  const signal = new AbortController().signal;
  const request = { caller, via: 'graphql', signal, requestId: 'test', sourceAddress: '127.0.0.1' } as const;
  return JSON.parse(
    JSON.stringify(await graphql({ schema, source, contextValue: world.subgraph.createContext(request) })),
  );
}

test('the import log is paginated, newest first, with counts and reasons', async () => {
  await importFile(world, 'com', zoneText('com', ['a x. y.', 'b x.'], 10));
  await importFile(world, 'com', zoneText('com', ['a x. z.', 'b x.', 'c x.'], 11));
  await expect(importFile(world, 'com', zoneText('com', ['a x.'], 9))).rejects.toThrow();
  await importFile(world, 'org', zoneText('org', ['a x.'], 1));
  const fields =
    'zone outcome reason serial domains addedDomains changedDomains addedObservations removedObservations at';
  const nothing = { domains: 0, addedDomains: 0, changedDomains: 0, addedObservations: 0, removedObservations: 0 };
  const expected = [
    {
      zone: 'org',
      outcome: 'APPLIED',
      reason: null,
      serial: 1,
      ...nothing,
      domains: 1,
      addedDomains: 1,
      addedObservations: 1,
    },
    {
      zone: 'com',
      outcome: 'REJECTED',
      reason: expect.stringContaining('the serial number 9 is older than 11'),
      serial: 9,
      ...nothing,
    },
    {
      ...{ zone: 'com', outcome: 'APPLIED', reason: null, serial: 11, domains: 3, addedDomains: 1, changedDomains: 1 },
      ...{ addedObservations: 2, removedObservations: 1 },
    },
    {
      ...{ zone: 'com', outcome: 'APPLIED', reason: null, serial: 10, ...nothing },
      ...{ domains: 2, addedDomains: 2, addedObservations: 3 },
    },
  ].map((entry, index) => ({ ...entry, at: new Date(start + (4 - index) * dayMs).toISOString() }));

  const all = await execute(`{ zoneImports { nodes { ${fields} } pageInfo { hasNextPage } } }`);
  expect(all.data.zoneImports).toEqual({ nodes: expected, pageInfo: { hasNextPage: false } });

  const received: unknown[] = [];
  for (let after = 'null', hasNextPage = true; hasNextPage; ) {
    const { data } = await execute(
      `{ zoneImports(zone: "COM.zone", first: 1, after: ${after}) { edges { cursor node { ${fields} } } pageInfo { hasNextPage endCursor } } }`,
    );
    received.push(...data.zoneImports.edges.map(({ node }: { node: unknown }) => node));
    after = JSON.stringify(data.zoneImports.pageInfo.endCursor);
    hasNextPage = data.zoneImports.pageInfo.hasNextPage;
  }
  expect(received).toEqual(expected.slice(1));
});

test('the import log is available only to operators, and validates cursors and page sizes', async () => {
  const account = { kind: 'account', accountId: '1', username: 'ada' } as const;
  const errorCodeOf = async (source: string, caller?: Caller) =>
    (await execute(source, caller)).errors?.[0].extensions.code;
  expect(await errorCodeOf('{ zoneImports { nodes { id } } }', { kind: 'anonymous' })).toBe('UNAUTHENTICATED');
  expect(await errorCodeOf('{ zoneImports { nodes { id } } }', account)).toBe('FORBIDDEN');
  for (const fixture of ['first: 0', 'first: 1001', 'after: "x"', 'after: "WyJlbmRlZF9hdCIsMSwieCJd"', 'zone: "*"']) {
    expect(await errorCodeOf(`{ zoneImports(${fixture}) { nodes { id } } }`)).toBe('BAD_USER_INPUT');
  }
});

test('the commands import files and streams, list zones, and report a rejection in one line', async () => {
  const environment = { DATABASE_URL: world.test.url };
  const file = join(world.folder, 'shop.zone.gz');
  writeFileSync(file, gzipSync(zoneText('shop', ['a x. y.', 'b x.'], 1)));
  const run = (args: string[], input?: string) =>
    input === undefined
      ? runHere(['zones', ...args], { environment })
      : runCommand(['zones', ...args], { environment, input });

  const first = await run(['import', 'SHOP.zone', file, '--at', '2026-05-01', '--json']);
  expect(first, first.errors).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(first.output)).toMatchObject({
    zone: 'shop',
    domains: 2,
    observations: 3,
    at: '2026-05-01T00:00:00.000Z',
  });
  const second = await run(
    ['import', 'shop', '-', '--at', '2026-05-02 12:00'],
    zoneText('shop', ['a x. y.', 'b z.'], 2),
  );
  expect(second, second.errors).toMatchObject({ code: 0, output: expect.stringMatching(/became inactive +1\n/) });

  const listed = await run(['list']);
  expect(listed.output).toMatch(/^shop\.zone +2 +3 +2026-05-02T12:00:00\.000Z$/m);
  expect(JSON.parse((await run(['list', '--json'])).output)).toContainEqual({
    ...{ name: 'shop', domains: 2, observations: 3, lastImportAt: '2026-05-02T12:00:00.000Z' },
  });

  const rejected = await run(['import', 'shop', file]);
  expect(rejected).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringMatching(/^rampart: .*serial number 1 is older than 2.*\n$/),
  });
  const missing = await run(['import', 'shop', '/nowhere']);
  expect(missing).toMatchObject({ code: 1, errors: expect.stringMatching(/^rampart: .*\n$/) });
  const future = await run(['import', 'shop', file, '--at', '2999-01-01']);
  expect(future).toMatchObject({ code: 1, errors: expect.stringMatching(/future/) });
  for (const wrong of [
    ['import', 'shop'],
    ['import', 'shop', file, '--at', 'yesterday'],
    ['import', 'shop', file, '--force'],
  ]) {
    expect(await run(wrong)).toMatchObject({ code: 2, output: '' });
  }
});

test('observations have the time at which their import starts to write, unless a time is requested', async () => {
  const { clock, test: opened } = world;
  const { database } = opened;
  /** A file during whose reading an hour passes. */
  const slowFile = (delegations: string[]) => {
    const file = fileOf(zoneText('slow', delegations));
    return {
      ...file,
      open: () => {
        clock.milliseconds += dayMs / 24;
        return file.open();
      },
    };
  };
  const first = await importFile(world, 'slow', slowFile(['a x.']));
  expect(first.at.getTime()).toBe(clock.milliseconds);
  expect(first.startedAt.getTime()).toBeLessThan(clock.milliseconds);
  const second = await importFile(world, 'slow', slowFile(['a x.', 'b x.']));
  expect(second.at.getTime()).toBe(clock.milliseconds);
  expect(await firstSeen(database, 'slow')).toEqual({
    'a x.': first.at.getTime(),
    'b x.': second.at.getTime(),
  });
  expect(await observationsAt(database, 'slow', clock.milliseconds)).toEqual(['active b x.']);
  const at = new Date(clock.milliseconds + 1);
  const third = await importFile(world, 'slow', slowFile(['a x.', 'c x.']), { at, allowLoss: true });
  expect(third.at).toEqual(at);
  expect(await observationsAt(database, 'slow', at.getTime())).toEqual(['active c x.', 'inactive b x.']);
});

test('an import that waits for another one of its zone has a later time', async () => {
  const { clock } = world;
  const ticking = vi.spyOn(clock, 'now').mockImplementation(() => ++clock.milliseconds);
  onTestFinished(() => ticking.mockRestore());
  const file = fileOf(zoneText('queue', ['a x.']));
  let second: ReturnType<typeof importFile> | undefined;
  const first = await importFile(world, 'queue', {
    ...file,
    open: () => {
      second ??= importFile(world, 'queue', zoneText('queue', ['a x.', 'b x.']));
      return file.open();
    },
  });
  expect((await second)?.at.getTime()).toBeGreaterThan(first.at.getTime());
});
