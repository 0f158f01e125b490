import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { localRequest } from '../../platform/caller.js';
import { currentZones } from '../../subgraphs/zones/search/service/observation-page.js';
import {
  activePairs,
  completeState,
  dayMs,
  describeImportWorld,
  fileOf,
  firstSeen,
  importFile,
  observationsAt,
  start,
  streamOf,
  zoneText,
} from './support/import-world.js';

const world = describeImportWorld();
const hundredDelegations = Array.from({ length: 100 }, (_, index) => `name-${index} ns1.host. ns2.host.`);
const serial = 1000;

beforeAll(async () => {
  await importFile(world, 'com', zoneText('com', hundredDelegations, serial));
});

const next = zoneText('com', hundredDelegations, serial + 1);

interface Rejection {
  name: string;
  zone?: string;
  content: string | Buffer;
  options?: { at?: Date; allowLoss?: boolean; allowMissingSoa?: boolean };
  reason: string;
  /** Default: any. */
  message?: string;
}

const rejections: Rejection[] = [
  { name: 'an empty file', content: '', reason: 'missing_soa' },
  { name: 'an empty file for which everything is allowed', content: '', reason: 'empty' },
  { name: 'a file with only whitespace and comments', content: '\n ; nothing\n', reason: 'missing_soa' },
  { name: 'a file with only the apex', content: zoneText('com', [], serial + 1), reason: 'empty' },
  { name: 'a file without an SOA record', content: next.slice(next.indexOf('\n') + 1), reason: 'missing_soa' },
  { name: 'a gzip file that ends early', content: gzipSync(next).subarray(0, -20), reason: 'truncated' },
  { name: 'a gzip file without its last byte', content: gzipSync(next).subarray(0, -1), reason: 'truncated' },
  { name: 'a corrupt gzip file', content: corrupt(gzipSync(next)), reason: 'truncated' },
  {
    name: 'a gzip file with zeros between its members',
    content: Buffer.concat([gzipSync(next), Buffer.alloc(2000), gzipSync('name-100.com. NS x.\n')]),
    reason: 'truncated',
    message: 'data follows the end of the gzip file',
  },
  { name: 'a file that ends within a record', content: next.slice(0, -10), reason: 'truncated' },
  { name: 'a file that ends within a nameserver', content: next.slice(0, -3), reason: 'truncated' },
  { name: 'a gzip file with an invalid last line', content: gzipSync(next.slice(0, -10)), reason: 'syntax' },
  { name: 'a lower serial number', content: zoneText('com', hundredDelegations, serial - 1), reason: 'serial_fell' },
  {
    name: 'a lower serial number across the wraparound',
    content: zoneText('com', hundredDelegations, serial + 2 ** 31),
    reason: 'serial_fell',
  },
  { name: 'an older time', content: next, options: { at: new Date(start) }, reason: 'not_newer' },
  {
    name: 'the time of the latest import',
    content: next,
    options: { at: new Date(start + dayMs) },
    reason: 'not_newer',
  },
  { name: 'a future time', content: next, options: { at: new Date(start + 10_000 * dayMs) }, reason: 'time' },
  {
    name: 'a loss of more than 20%',
    content: zoneText('com', hundredDelegations.slice(21), serial + 1),
    reason: 'loss',
  },
  {
    name: 'a replacement of all names',
    content: zoneText('com', renameAll(hundredDelegations), serial + 1),
    reason: 'loss',
  },
  { name: 'the file of another zone', zone: 'net', content: next, reason: 'syntax' },
  {
    name: 'the file of another zone for an existing zone',
    content: zoneText('net', hundredDelegations, serial),
    reason: 'syntax',
  },
  { name: 'a file with an INCLUDE directive', content: `${next}$INCLUDE more.zone\n`, reason: 'syntax' },
  { name: 'a file that is not a zone file', content: 'PK\u0003\u0004 something else entirely', reason: 'syntax' },
];

function corrupt(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, bytes.length - 8, bytes.length - 4);
  return copy;
}

function renameAll(delegations: readonly string[]): string[] {
  return delegations.map((delegation) => `new-${delegation}`);
}

test.each(rejections)('$name is rejected and logged, and changes nothing', async (rejected) => {
  const { zone = 'com', content, reason, message = expect.any(String) } = rejected;
  const options = { ...rejected.options, ...(reason === 'empty' && { allowLoss: true, allowMissingSoa: true }) };
  const before = await completeState(world.test.database);
  for (const file of [fileOf(content), streamOf(content)]) {
    await expect(importFile(world, zone, file, options)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message,
      details: { reason },
    });
    const administrator = { ...localRequest, via: 'graphql' } as const;
    const { nodes } = await world.service.listImports(administrator, { zone, first: 1 });
    expect(nodes).toMatchObject([{ zone, outcome: 'refused', reason: expect.any(String), addedDomains: 0 }]);
  }
  expect(await completeState(world.test.database)).toEqual(before);
});

test('a rejected first import does not allocate a zone id', async () => {
  await importFile(world, 'before', zoneText('before', ['a x.']));
  await expect(importFile(world, 'never', zoneText('never', []))).rejects.toMatchObject({
    details: { reason: 'empty' },
  });
  await importFile(world, 'after', zoneText('after', ['a x.']));
  const { zones } = await currentZones(world.test, null);
  const idOf = (zone: string) => zones.find(({ name }) => name === zone)?.id ?? Number.NaN;
  expect(idOf('after')).toBe(idOf('before') + 1);
  expect(idOf('after')).toBe(zones.length);
});

test('the loss of most domains and a missing SOA record are accepted if the import permits them', async () => {
  await importFile(world, 'org', zoneText('org', ['a x.', 'b x.', 'c x.'], 5));
  const loss = await importFile(world, 'org', zoneText('org', ['a x.'], 6), { allowLoss: true });
  expect(loss).toMatchObject({ outcome: 'applied', removedDomains: 2, domains: 1 });
  const unnumbered = await importFile(world, 'org', 'b.org. NS x.\na.org. NS x.\n', { allowMissingSoa: true });
  expect(unnumbered).toMatchObject({ outcome: 'applied', addedDomains: 1, serial: null });
});

test('a serial number must not be lower than that of the newest import with one, even if later imports have none', async () => {
  await importFile(world, 'name', zoneText('name', ['a x.', 'b x.'], 7));
  await importFile(world, 'name', 'a.name. NS y.\nb.name. NS x.\n', { allowMissingSoa: true });
  await importFile(world, 'name', 'a.name. NS z.\nb.name. NS x.\n', { allowMissingSoa: true });
  await expect(importFile(world, 'name', zoneText('name', ['a x.', 'b x.'], 6))).rejects.toThrow(
    'the serial number 6 is older than 7, the last one that was imported (RFC 1982); use --allow-older-serial to accept it',
  );
  const accepted = await importFile(world, 'name', zoneText('name', ['a x.', 'b x.'], 5), { allowOlderSerial: true });
  expect(accepted).toMatchObject({ outcome: 'applied', serial: 5 });
  await importFile(world, 'name', 'a.name. NS y.\nb.name. NS x.\n', { allowMissingSoa: true });
  expect(await importFile(world, 'name', zoneText('name', ['a x.'], 6), { allowLoss: true })).toMatchObject({
    serial: 6,
  });
});

test('a registry that starts to number its versions in another way is imported if the import permits it', async () => {
  await importFile(world, 'kim', zoneText('kim', ['a x.', 'b x.'], 2_026_113_001));
  const file = zoneText('kim', ['a x.', 'c x.'], 1_796_045_113);
  await expect(importFile(world, 'kim', file, { allowLoss: true })).rejects.toThrow(/use --allow-older-serial/);
  const options = { allowLoss: true, allowOlderSerial: true };
  expect(await importFile(world, 'kim', file, options)).toMatchObject({ outcome: 'applied', serial: 1_796_045_113 });
  await expect(importFile(world, 'kim', zoneText('kim', ['a x.'], 1_796_045_112), options)).resolves.toMatchObject({
    outcome: 'applied',
  });
});

test.each([
  ['bzip2', Buffer.from('425a6839314159265359', 'hex')],
  ['xz', Buffer.from('fd377a585a000004', 'hex')],
  ['Zstandard', Buffer.from('28b52ffd0458', 'hex')],
  ['ZIP archive', Buffer.from('PK\u0003\u0004\u0014\u0000com.zone', 'latin1')],
  ['UTF-16', Buffer.from('\ufeffcom. NS a.\n', 'utf16le')],
  ['twice with gzip', gzipSync(gzipSync(next))],
  ['HTML', '\n<!DOCTYPE html><title>Sign in</title>'],
  ['JSON', '{"error": "expired"}'],
])('the rejection of a file in another format names the format: %s', async (format, content) => {
  for (const file of [fileOf(content), fileOf(gzipSync(content)), streamOf(content, 1)]) {
    await expect(importFile(world, 'com', file)).rejects.toThrow(format);
  }
});

test('the last line of a gzip file may lack its line end, and contain the only relative name', async () => {
  const text = zoneText('page', ['a x.', 'b y.']);
  expect(await importFile(world, 'page', gzipSync(text.slice(0, -2)))).toMatchObject({ outcome: 'applied' });
  expect(await activePairs(world.test.database, 'page')).toEqual(['a x.', 'b y.page.']);
});

test('zeros after a gzip file are ignored', async () => {
  const content = Buffer.concat([gzipSync(zoneText('app', ['a x.'])), Buffer.alloc(2000)]);
  expect(await importFile(world, 'app', content)).toMatchObject({ outcome: 'applied', bytes: content.length });
  expect(await importFile(world, 'app', streamOf(content))).toMatchObject({ outcome: 'unchanged', domains: 1 });
});

test('a byte order mark at the beginning of a file is ignored', async () => {
  const text = `\ufeff${zoneText('pro', ['a x.'])}`;
  expect(await importFile(world, 'pro', text)).toMatchObject({ outcome: 'applied', domains: 1 });
  expect(await importFile(world, 'xyz', gzipSync(text.replaceAll('pro', 'xyz')))).toMatchObject({ domains: 1 });
  const pieces = streamOf(text.replaceAll('pro', 'mobi'), 1);
  expect(await importFile(world, 'mobi', pieces)).toMatchObject({ outcome: 'applied', domains: 1 });
});

test('a loss of exactly 20% is accepted, and so is a serial number that wraps around', async () => {
  const tenDelegations = hundredDelegations.slice(0, 10);
  await importFile(world, 'info', zoneText('info', tenDelegations, 2 ** 32 - 1));
  const record = await importFile(world, 'info', zoneText('info', tenDelegations.slice(2), 3));
  expect(record).toMatchObject({ outcome: 'applied', removedDomains: 2, serial: 3 });
});

test('an unchanged file is detected, from a file and from a stream', async () => {
  const text = zoneText('biz', hundredDelegations, 1);
  await importFile(world, 'biz', text);
  const { states, changes } = (await completeState(world.test.database)) as Record<string, unknown>;
  for (const file of [fileOf(text), streamOf(text)]) {
    const record = await importFile(world, 'biz', file);
    expect(record).toMatchObject({ outcome: 'unchanged', domains: 100, observations: 200, addedObservations: 0 });
    const zones = await world.service.listZones({ ...localRequest, via: 'graphql' });
    const lastImportAt = new Date(world.clock.now());
    expect(zones.find(({ name }) => name === 'biz')).toMatchObject({ lastImportAt, domains: 100, observations: 200 });
  }
  expect(await completeState(world.test.database)).toMatchObject({ states, changes });
});

test('an unsorted file, with the records of a name in several places, has the same result as a sorted one', async () => {
  const records = hundredDelegations.flatMap((delegation) => {
    const [label, ...names] = delegation.split(' ');
    return names.map((name) => `${label} ${name}`);
  });
  const shuffled = records.toSorted((a, b) => (digest(a) < digest(b) ? -1 : 1));
  await importFile(world, 'shop', zoneText('shop', shuffled));
  expect(await activePairs(world.test.database, 'shop')).toEqual(records.toSorted());
  const record = await importFile(world, 'shop', streamOf(zoneText('shop', records)));
  expect(record).toMatchObject({
    outcome: 'applied',
    domains: 100,
    addedDomains: 0,
    changedDomains: 0,
    removedDomains: 0,
  });
});

function digest(text: string): string {
  return Buffer.from(text)
    .reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7)
    .toString();
}

test('the start time of a nameserver does not change while others are added and removed', async () => {
  const times: number[] = [];
  const steps = [['a x. y.'], ['a y. z.'], ['a z. x.', 'b x.'], ['b x.', 'c x.'], ['a z.', 'b x.', 'c x.']];
  for (const step of steps) {
    await importFile(world, 'dev', zoneText('dev', step), { allowLoss: true });
    times.push(world.clock.now());
  }
  const [, second, third, fourth, fifth] = times;
  expect(await observationsAt(world.test.database, 'dev', second ?? 0)).toEqual(['active a z.', 'inactive a x.']);
  expect(await observationsAt(world.test.database, 'dev', third ?? 0)).toEqual([
    'active a x.',
    'active b x.',
    'inactive a y.',
  ]);
  expect(await firstSeen(world.test.database, 'dev')).toEqual({ 'a z.': fifth, 'b x.': third, 'c x.': fourth });
});

test('only administrators import, and only operators read the import log', async () => {
  const analyst = { kind: 'operator', role: 'analyst', name: 'ada', tenantId: null } as const;
  const account = { kind: 'account', accountId: '1', username: 'mallory' } as const;
  const input = { zone: 'com', file: fileOf(next) };
  for (const caller of [analyst, account]) {
    await expect(world.service.importZone({ ...localRequest, caller, via: 'graphql' }, input)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  }
  await expect(
    world.service.listImports({ ...localRequest, caller: account, via: 'graphql' }, {}),
  ).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  const { pageInfo } = await world.service.listImports(
    { ...localRequest, caller: analyst, via: 'graphql' },
    { first: 1 },
  );
  expect(pageInfo.hasNextPage).toBe(true);
});
