import { beforeAll, describe, expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { systemClock } from '../../platform/clock.js';
import { createZoneService, type ZoneService } from '../../subgraphs/zones/index.js';
import { runCommand } from '../support/command-line.js';
import { dayMs, describeImportWorld, fileOf, importFile, zoneText } from './support/import-world.js';

const world = describeImportWorld();

/** The files of the zone by the time of their import, each as sorted `label nameserver`. */
const files: { at: number; pairs: string[] }[] = [];

/** The file of a day: names are added, removed, added again, and change their nameservers. */
function linesOf(number: number): string[] {
  return Array.from({ length: 40 }, (_, index) => index)
    .filter((index) => (index + number) % 5 !== 0)
    .map((index) => `name${index}${index % 7 === 0 ? '-x' : ''} ns${(index * 3 + number) % 4}.a. ns${index % 3}.b.`);
}

async function importDay(number: number, after = dayMs): Promise<void> {
  const lines = linesOf(number);
  world.clock.milliseconds += after - dayMs;
  await importFile(world, 'com', zoneText('com', lines), { allowLoss: true });
  const pairs = lines.flatMap((line) => {
    const [label, ...names] = line.split(' ');
    return names.map((name) => `${label} ${name}`);
  });
  files.push({ at: world.clock.now(), pairs: pairs.sort() });
}

/** The pairs of the zone at a time, from all pages of a search. */
async function stateAt(at: number, first: number, search?: string): Promise<string[]> {
  const pairs: string[] = [];
  for (let after: string | null = null; ; ) {
    const page = await world.service.searchObservations(localRequest, {
      ...{ zone: 'com', search, at: new Date(at), first, after },
    });
    for (const { domain, data, status, timestamp } of page.nodes) {
      expect(status).toBe('active');
      expect(timestamp).toBeLessThanOrEqual(at);
      pairs.push(`${domain.replace(/\.com$/, '')} ${data}`);
    }
    if (!page.pageInfo.hasNextPage) return pairs;
    after = page.pageInfo.endCursor;
  }
}

/** The pairs of an export in CSV. */
function pairsIn(csv: string, zone: string): string[] {
  const [, ...rows] = csv.trimEnd().split('\r\n');
  return rows.map((row) => {
    const [domain = '', status, data] = row.split(',');
    expect(status).toBe('active');
    return `${domain.slice(0, -zone.length - 1)} ${data}`;
  });
}

async function exportedAt(service: ZoneService, zone: string, at: number): Promise<string[]> {
  const parts: Uint8Array[] = [];
  await service.exportZone(localRequest, {
    ...{ zone, at: new Date(at).toISOString(), format: 'csv', isGzip: false, id: null, offset: 0 },
    begin: () => undefined,
    write: async (part) => void parts.push(part),
  });
  return pairsIn(Buffer.concat(parts).toString(), zone);
}

beforeAll(async () => {
  for (let number = 0; number < 6; number++) {
    await importDay(number);
    await importFile(world, 'net', zoneText('net', ['a x.', `b${number} x.`]), { allowLoss: true });
  }
});

describe('the state of a zone at a time', () => {
  test('equals the content of the latest import at that time', async () => {
    for (const [index, { at, pairs }] of files.entries()) {
      for (const time of [at, Math.min(world.clock.now(), (files[index + 1]?.at ?? at + dayMs) - 1)]) {
        const received = await stateAt(time, index % 2 === 0 ? 37 : 1000);
        expect(new Set(received).size).toBe(received.length);
        expect(received.sort()).toEqual(pairs);
      }
    }
  });

  test('can be searched by prefix and wildcard', async () => {
    const { at = 0, pairs = [] } = files[2] ?? {};
    expect((await stateAt(at, 10, 'name1')).sort()).toEqual(pairs.filter((pair) => pair.startsWith('name1')));
    expect((await stateAt(at, 1000, '*-x.com')).sort()).toEqual(pairs.filter((pair) => /-x /.test(pair)));
  });

  test('is exported with the content of the latest import at that time', async () => {
    for (const { at, pairs } of files) {
      expect((await exportedAt(world.service, 'com', at)).sort()).toEqual(pairs);
    }
    const tooEarly = exportedAt(world.service, 'com', (files[0]?.at ?? 0) - 1);
    await expect(tooEarly).rejects.toMatchObject({ code: 'BAD_USER_INPUT', details: { argument: 'at' } });
  });

  test('is exported by the command', async () => {
    const { configuration } = world.test;
    const service = createZoneService({ ...world.platform, clock: systemClock });
    const yesterday = new Date(Date.now() - dayMs);
    for (const [at, labels] of [
      [yesterday, ['one x.', 'two x. y.']],
      [new Date(), ['two x.', 'three x.']],
    ] as const) {
      await service.importZone(localRequest, {
        zone: 'org',
        file: fileOf(zoneText('org', labels)),
        at,
        allowLoss: true,
      });
    }
    const environment = { DATABASE_URL: configuration.database.url };
    const args = ['zones', 'export', 'org', '--format', 'csv', '--at', yesterday.toISOString()];
    const { code, output, errors } = await runCommand(args, { environment });
    expect(code, errors).toBe(0);
    expect(pairsIn(output, 'org')).toEqual(['one x.', 'two x.', 'two y.']);
    expect((await runCommand([...args, '--until', new Date().toISOString()], { environment })).code).toBe(2);
  });

  test('remains the same on every page while imports change it', async () => {
    const { at = 0, pairs = [] } = files[4] ?? {};
    const first = await world.service.searchObservations(localRequest, {
      ...{ zone: 'com', at: new Date(at), first: 20 },
    });
    await importDay(6, 1000);
    const rest = await world.service.searchObservations(localRequest, {
      ...{ zone: 'com', at: new Date(at), first: 1000, after: first.pageInfo.endCursor },
    });
    const received = [...first.nodes, ...rest.nodes].map(
      ({ domain, data }) => `${domain.replace(/\.com$/, '')} ${data}`,
    );
    expect(received.sort()).toEqual(pairs);
  });

  test.each([
    ['all zones', { zone: '*' }, 'Invalid window: at requires one zone'],
    [
      'a window',
      { zone: 'com', start: new Date('2026-05-03') },
      'Invalid window: at cannot be combined with start or end',
    ],
  ])('is rejected for %s', async (_what, input, message) => {
    const search = world.service.searchObservations(localRequest, { at: new Date(files[0]?.at ?? 0), ...input });
    await expect(search).rejects.toThrow(message);
  });

  test('before the first logged change is rejected with the earliest available time', async () => {
    const [first] = files;
    await expect(stateAt((first?.at ?? 0) - 1, 10)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: `The earliest available state of com.zone is that of ${new Date(first?.at ?? 0).toISOString()}: choose this time or a later one`,
    });
    // Retention has dropped the changes of the first days.
    const { at: fourth = 0, pairs = [] } = files[3] ?? {};
    world.clock.milliseconds = fourth + 181 * dayMs + 1;
    await world.service.jobs.find(({ name }) => name === 'zones.drop-outdated-changes')?.run({});
    await expect(stateAt(fourth - 1, 10)).rejects.toMatchObject({
      details: { argument: 'at', availableFrom: new Date(fourth).toISOString() },
    });
    expect((await stateAt(fourth, 1000)).sort()).toEqual(pairs);
  });
});
