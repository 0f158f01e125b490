import 'reflect-metadata';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { graphql } from 'graphql';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { brands as brandsCheck } from '../../command-line/doctor/checks/brands.js';
import { localAdministrator, localRequest } from '../../platform/caller.js';
import { nodeId } from '../../platform/node-id.js';
import { watchBrands } from '../../subgraphs/zones/brands/index.js';
import { readCertificate } from '../../subgraphs/zones/certificates/rules/certificate-names.js';
import type { ZoneService } from '../../subgraphs/zones/index.js';
import { resultOf } from '../doctor/support/examine.js';
import { requestOf } from './support/account-world.js';
import { type SimulatedEntry, type SimulatedLog, startCertificateLog } from './support/certificate-log.js';
import { certificate } from './support/certificates.js';
import { describeImportWorld, importFile, zoneText } from './support/import-world.js';
import { pullService, runJob, startSource, temporaryFolder } from './support/pull-world.js';

const world = describeImportWorld();

/** The time of the first test, in Unix epoch milliseconds. */
let startedAt: number | undefined;

beforeEach(async () => {
  startedAt ??= world.clock.milliseconds;
  world.clock.milliseconds = startedAt;
  const { sql } = world.test.database;
  await sql`delete from zones.brand`;
  await sql`delete from zones.certificate`;
  await sql`delete from zones.certificate_log`;
});

async function addBrand(name: string, settings: Record<string, unknown> = {}): Promise<string> {
  const { id } = await world.service.addBrand(localRequest, { name, tenantId: 'acme', ...settings });
  return id;
}

/** The found names as `name kind registered domain`, sorted. */
async function readFoundNames(): Promise<string[]> {
  const rows = await world.test.database.sql<{ text: string }[]>`
    select name || ' ' || kind || ' ' || label || '.' || zone as text from zones.brand_certificate`;
  return rows.map(({ text }) => text).sort();
}

async function readState(log: SimulatedLog) {
  const [row] = await world.test.database.sql`select position::int, tree_size::int, tree_at::float8, failures, error,
    next_attempt_at::float8 as next from zones.certificate_log where url = ${log.url}`;
  return row;
}

async function follow(service: ZoneService): Promise<void> {
  world.clock.milliseconds += 60_000;
  await runJob(service, 'zones.follow-certificates');
}

function serviceOf(...logs: SimulatedLog[]): ZoneService {
  return pullService(world, { RAMPART_ZONES_CERTIFICATE_LOGS: logs.map(({ setting }) => setting).join(',') });
}

interface Listed {
  readonly brandHits: { readonly nodes: { readonly name: string; readonly certificates: object[] }[] };
  readonly brandCertificates: {
    readonly nodes: { readonly name: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  };
}

async function query(source: string, variableValues: Record<string, unknown>): Promise<Listed> {
  const contextValue = world.subgraph.createContext(requestOf(localAdministrator));
  const { data, errors } = await graphql({ schema: world.subgraph.schema, source, variableValues, contextValue });
  expect(errors).toBeUndefined();
  return data as unknown as Listed; // The data has the shape of the query.
}

const now = () => world.clock.milliseconds;

describe.each(['rfc6962', 'static'] as const)('the job that follows a log of the kind %s', (kind) => {
  test('finds the names that imitate brands in new certificates, each certificate once', async () => {
    await addBrand('northwind', { allowedNames: ['northwind.com'] });
    const log = await startCertificateLog(kind, now);
    const unrelated = await certificate(['unrelated.org']);
    log.entries.push(await certificate(['northwlnd.com']), ...Array.from({ length: 300 }, () => unrelated));
    const service = serviceOf(log);
    await follow(service);
    // Earlier entries of the log are not read.
    expect(await readFoundNames()).toEqual([]);
    expect(await readState(log)).toMatchObject({ position: 301, tree_size: 301, error: null });
    const sharedSerial = 0x7001;
    log.entries.push(
      { certificate: Buffer.from('no certificate') },
      await certificate(['*.northwlnd.com', 'northwlnd.com', 'unrelated.org'], true, sharedSerial),
      await certificate(['*.northwlnd.com', 'northwlnd.com', 'unrelated.org'], false, sharedSerial),
      await certificate(['northwind.com', 'www.northwind.com', 'NORTHWIND.net.']),
      await certificate(['login.northwind-secure.com']),
      await certificate(['northwind.com.attacker.org', 'mail.attacker.org', 'nothwind.attacker.org']),
      ...Array.from({ length: 300 }, () => unrelated),
    );
    log.isCompressed = kind === 'static';
    await follow(service);
    const expected = [
      'login.northwind-secure.com combosquat northwind-secure.com',
      'northwind.com.attacker.org subdomain attacker.org',
      'northwind.net tld_swap northwind.net',
      'northwlnd.com homoglyph northwlnd.com',
      'nothwind.attacker.org subdomain attacker.org',
    ];
    expect(await readFoundNames()).toEqual(expected);
    expect(await readState(log)).toMatchObject({
      position: log.entries.length,
      tree_size: log.entries.length,
      error: null,
    });
    expect(log.requests().filter((path) => /entries|tile/.test(path)).length).toBeGreaterThan(1);
    await follow(service);
    expect(await readFoundNames()).toEqual(expected);
    expect(log.requests()).toHaveLength(1);
  });

  test('stores certificates that are listed with the hit of their domain, and certificates of other domains, which are listed with the brand', async () => {
    const brandId = await addBrand('northwind');
    await importFile(world, 'com', zoneText('com', ['northwlnd ns1.host.net.', 'other ns1.host.net.']), {
      allowMissingSoa: true,
      allowLoss: true,
    });
    await watchBrands({ database: world.test.database, clock: world.clock });
    const log = await startCertificateLog(kind, now);
    const service = serviceOf(log);
    await follow(service);
    log.entries.push(
      await certificate(['northwlnd.com', 'www.northwlnd.com']),
      await certificate(['northwind.example.org']),
    );
    await follow(service);
    const source = `query ($id: ID!) {
      brandHits { nodes { name certificates { name issuer serialNumber names notBefore notAfter loggedAt logUrl entryIndex kind } } }
      brandCertificates(brandId: $id, first: 2) { nodes { name registeredDomain kind } pageInfo { hasNextPage endCursor } }
    }`;
    const data = await query(source, { id: nodeId('Brand', brandId) });
    const [hit] = data.brandHits.nodes;
    expect(hit?.name).toBe('northwlnd.com');
    expect(JSON.parse(JSON.stringify(hit?.certificates))).toEqual(
      ['northwlnd.com', 'www.northwlnd.com'].map((name) =>
        expect.objectContaining({
          ...{
            name,
            issuer: 'CN=Simulated CA, O=Test',
            names: ['northwlnd.com', 'www.northwlnd.com'],
            kind: 'HOMOGLYPH',
          },
          ...{ logUrl: log.url, entryIndex: 0, notBefore: '2026-04-30T00:00:00.000Z' },
        }),
      ),
    );
    expect(data.brandCertificates).toMatchObject({ nodes: [{}, {}], pageInfo: { hasNextPage: true } });
    const after = data.brandCertificates.pageInfo.endCursor;
    const rest = await query(
      'query ($id: ID!, $after: String) { brandCertificates(brandId: $id, after: $after) { nodes { name } } }',
      {
        ...{ id: nodeId('Brand', brandId), after },
      },
    );
    const names = [...data.brandCertificates.nodes, ...rest.brandCertificates.nodes].map(
      ({ name }: { name: string }) => name,
    );
    expect(names.sort()).toEqual(['northwind.example.org', 'northwlnd.com', 'www.northwlnd.com']);
    expect(await service.listLogs(localRequest)).toEqual([
      expect.objectContaining({ url: log.url, kind, treeSize: 2, lag: 0, failures: 0, error: null }),
    ]);
  });

  test('stores no tree head that is signed with another key, or is inconsistent with the stored one', async () => {
    await addBrand('northwind');
    const log = await startCertificateLog(kind, now);
    log.entries.push(await certificate(['first.org']), await certificate(['second.org']));
    const service = serviceOf(log);
    await follow(service);
    log.entries.push(await certificate(['northwlnd.com']));
    log.changeKey();
    await follow(service);
    expect(await readState(log)).toMatchObject({
      position: 2,
      failures: 1,
      error: expect.stringContaining('not signed'),
    });
    const other = await startCertificateLog(kind, now);
    other.entries.push(
      await certificate(['first.org']),
      await certificate(['second.org']),
      await certificate(['third.org']),
    );
    const second = serviceOf(other);
    await follow(second);
    other.entries.length = 2;
    await follow(second);
    expect(await readState(other)).toMatchObject({
      position: 3,
      error: expect.stringContaining('changed its history'),
    });
    expect(await readFoundNames()).toEqual([]);
  });

  test('does not replace the stored tree head with an older one of a replica', async () => {
    await addBrand('northwind');
    const log = await startCertificateLog(kind, now);
    log.entries.push(await certificate(['first.org']), await certificate(['second.org']));
    const service = serviceOf(log);
    await follow(service);
    const knownHead = await readState(log);
    const [newest] = log.entries.splice(1);
    // The replica signed its head before the known one.
    const signedAt = now() - 1000;
    log.signedAt = () => signedAt;
    await follow(service);
    expect(await readState(log)).toMatchObject({ position: 2, tree_size: 2, tree_at: knownHead?.tree_at, error: null });
    log.entries.push(newest as SimulatedEntry, await certificate(['northwlnd.com']));
    log.signedAt = now;
    await follow(service);
    expect(await readFoundNames()).toEqual(['northwlnd.com homoglyph northwlnd.com']);
    // Another tree of the same size is a changed history, regardless of its time.
    log.entries[2] = await certificate(['northwind-login.com']);
    log.signedAt = () => signedAt;
    await follow(service);
    expect(await readState(log)).toMatchObject({ tree_size: 3, error: expect.stringContaining('changed its history') });
  });

  test('reports a log that signs no more tree heads, after it has read all its entries', async () => {
    await addBrand('northwind');
    const log = await startCertificateLog(kind, now);
    const service = serviceOf(log);
    await follow(service);
    const signedAt = now();
    log.signedAt = () => signedAt;
    log.entries.push(await certificate(['northwlnd.com']));
    world.clock.milliseconds = signedAt + 24 * 3_600_000;
    await follow(service);
    expect(await readState(log)).toMatchObject({ failures: 0, error: null });
    world.clock.milliseconds = signedAt + 25 * 3_600_000;
    log.entries.push(await certificate(['northwind-login.com']));
    log.signedAt = () => signedAt + 1;
    await follow(service);
    expect(await readFoundNames()).toHaveLength(2);
    const { host } = new URL(log.url);
    const message = `The log ${host} has signed no tree head since ${new Date(signedAt + 1).toISOString()}.`;
    expect(await readState(log)).toMatchObject({ failures: 1, error: expect.stringContaining(message) });
    log.signedAt = now;
    await world.test.database.sql`update zones.certificate_log set next_attempt_at = 0`;
    await follow(service);
    expect(await readState(log)).toMatchObject({ failures: 0, error: null });
  });

  test('retries failures with increasing delays, and not before the time that the log requests', async () => {
    await addBrand('northwind');
    const log = await startCertificateLog(kind, now);
    const service = serviceOf(log);
    await follow(service);
    log.entries.push(await certificate(['northwlnd.com']));
    const contents: [object, RegExp, number][] = [
      [{ status: 429, headers: { 'retry-after': '1800' } }, /status 429/, 1800],
      [{ status: 503 }, /status 503/, 120],
      [{ content: '<html>' }, /JSON|cannot be used/, 240],
      [{ content: Buffer.alloc(70_000, 32) }, /more than 65536 bytes/, 480],
    ];
    for (const [fault, message, seconds] of contents) {
      log.fault = () => fault;
      await world.test.database.sql`update zones.certificate_log set next_attempt_at = 0`;
      await follow(service);
      const { error, next } = (await readState(log)) ?? {};
      expect(error).toMatch(message);
      expect((next - now()) / 1000).toBe(seconds);
      await follow(service);
      expect(log.requests().length).toBeLessThanOrEqual(2);
    }
    log.fault = (request) => (/entries|tile/.test(request.path) ? { content: Buffer.alloc(30, 1) } : undefined);
    await world.test.database.sql`update zones.certificate_log set next_attempt_at = 0`;
    await follow(service);
    expect(await readState(log)).toMatchObject({ position: 0, failures: 5 });
    log.fault = () => undefined;
    await world.test.database.sql`update zones.certificate_log set next_attempt_at = 0`;
    await follow(service);
    expect(await readFoundNames()).toEqual(['northwlnd.com homoglyph northwlnd.com']);
    expect(await readState(log)).toMatchObject({ position: 1, failures: 0, error: null });
  });
});

test('reads certificates from OpenSSL, and the name of the subject if there are no alternative names', async () => {
  await addBrand('northwind');
  const folder = temporaryFolder();
  const make = (name: string, ...args: string[]) => {
    const out = join(folder, name);
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', join(folder, 'key')];
    execFileSync('openssl', ['req', '-x509', ...key, '-days', '90', '-outform', 'DER', '-out', out, ...args], {
      stdio: 'ignore',
    });
    return { certificate: readFileSync(out) };
  };
  const log = await startCertificateLog('rfc6962', now);
  const service = serviceOf(log);
  await follow(service);
  log.entries.push(
    make(
      'san',
      '-subj',
      '/CN=ignored-northwlnd.com',
      '-addext',
      'subjectAltName=DNS:shop.n0rthwind.com,IP:192.0.2.1,email:a@northwlnd.com',
    ),
    make('subject', '-subj', '/O=Test/CN=northvvind.com'),
    make('neither', '-subj', '/O=northwlnd.com'),
  );
  await follow(service);
  expect(await readFoundNames()).toEqual([
    'northvvind.com homoglyph northvvind.com',
    'shop.n0rthwind.com homoglyph n0rthwind.com',
  ]);
});

test('two processes that follow two logs with the same certificates store each certificate once', async () => {
  await addBrand('northwind');
  const logs = [await startCertificateLog('rfc6962', now), await startCertificateLog('static', now)];
  const services = [serviceOf(...logs), serviceOf(...logs)];
  await Promise.all(services.map(follow));
  const entries = await Promise.all(
    Array.from({ length: 40 }, (_, index) => certificate([`northwlnd${index % 10}.com`, 'northwlnd.com'])),
  );
  for (const log of logs) log.entries.push(...entries);
  for (let round = 0; round < 3; round++) await Promise.all(services.map(follow));
  const { sql } = world.test.database;
  const [counts] = await sql`select (select count(*)::int from zones.certificate) as certificates,
    (select count(*)::int from zones.brand_certificate where name = 'northwlnd.com') as names`;
  expect(counts).toEqual({ certificates: 40, names: 40 });
  world.clock.milliseconds = Date.parse('2026-08-30T00:00:01Z');
  await runJob(services[0] as ZoneService, 'zones.drop-expired-certificates');
  expect(await sql`select names from zones.certificate`).toEqual([]);
  expect(await sql`select from zones.brand_certificate`).toEqual([]);
});

test('names beyond the maximum of a brand are counted, and reported as a warning', async () => {
  const id = await addBrand('northwind');
  const { database, configuration } = world.test;
  const { sql } = database;
  const log = await startCertificateLog('rfc6962', now);
  const service = serviceOf(log);
  await follow(service);
  log.entries.push(await certificate(['northwlnd.com']));
  await follow(service);
  await sql`insert into zones.brand_certificate (brand_id, certificate_id, name, zone, label, kind, distance, logged_at)
    select brand_id, certificate_id, 'a' || number || '.' || name, zone, label, kind, distance, logged_at
    from zones.brand_certificate, generate_series(1, 9999) number`;
  log.entries.push(await certificate(['www.northwlnd.com', 'northwind-login.com']));
  for (let round = 0; round < 2; round++) await follow(service);
  const skipped = async () =>
    (await service.listBrands(localRequest)).map(({ skippedCertificates }) => skippedCertificates);
  expect(await skipped()).toEqual([2]);
  expect(await sql`select names from zones.certificate`).toEqual([{ names: ['northwlnd.com'] }]);
  expect(await resultOf(brandsCheck, { DATABASE_URL: configuration.database.url })).toMatchObject({
    status: 'warning',
    message: 'not all matching names are recorded: northwind (2 matching domain names in certificates not recorded)',
  });
  await service.updateBrand(localRequest, { id, autoBlockMaxDistance: 2 });
  expect(await skipped()).toEqual([2]);
  await service.updateBrand(localRequest, { id, zones: ['org'] });
  expect(await skipped()).toEqual([0]);
  await runJob(service, 'zones.drop-expired-certificates');
  expect(await sql`select names from zones.certificate`).toHaveLength(1);
  await service.removeBrand(localRequest, { id });
  await runJob(service, 'zones.drop-expired-certificates');
  expect(await sql`select names from zones.certificate`).toEqual([]);
});

test('a batch whose connection breaks while it is stored is stored once by a later attempt', async () => {
  await addBrand('northwind');
  const log = await startCertificateLog('rfc6962', now);
  const service = serviceOf(log);
  await follow(service);
  log.entries.push(await certificate(['northwlnd.com']), await certificate(['northwind-login.com']));
  const { sql } = world.test.database;
  const holder = await sql.reserve();
  await holder`begin`;
  await holder`lock table zones.brand_certificate in share mode`;
  const [backend] = await holder<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const following = follow(service).catch((error: unknown) => error);
  const killed = () => sql`select pg_terminate_backend(pid)
    from pg_stat_activity where datname = current_database() and ${backend.pid} = any (pg_blocking_pids(pid))`;
  await expect.poll(async () => (await killed()).length, { timeout: 60_000, interval: 20 }).toBe(1);
  await following;
  await holder`rollback`;
  holder.release();
  expect(await readFoundNames()).toEqual([]);
  expect(await sql`select names from zones.certificate`).toEqual([]);
  expect(await readState(log)).toMatchObject({ position: 0 });
  // The attempt of a dead process is repeated after its timeout.
  world.clock.milliseconds += 5 * 60_000;
  await follow(service);
  expect(await readFoundNames()).toEqual([
    'northwind-login.com combosquat northwind-login.com',
    'northwlnd.com homoglyph northwlnd.com',
  ]);
  expect(await readState(log)).toMatchObject({ position: 2, error: null });
});

test('a log cannot redirect to the host of another log', async () => {
  const log = await startCertificateLog('rfc6962', now);
  let connections = 0;
  const internal = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  internal.listen(0, '127.0.0.1');
  await once(internal, 'listening');
  onTestFinished(() => void internal.close());
  const url = `https://127.0.0.1:${(internal.address() as AddressInfo).port}/log`;
  log.fault = () => ({ status: 302, headers: { location: `${url}/ct/v1/get-sth` } });
  const other = { ...log, setting: log.setting.replace(log.url.replace(/\/$/, ''), url) };
  const service = serviceOf(log, other);
  // Only the first one is due.
  const { sql } = world.test.database;
  await sql`insert into zones.certificate_log (url, next_attempt_at) values (${`${url}/`}, ${now() + 600_000})`;
  await follow(service);
  expect(log.requests()).toHaveLength(1);
  expect(await readState(log)).toMatchObject({ failures: 1, error: expect.stringContaining('cannot be reached') });
  expect(connections).toBe(0);
});

test('a log that responds too slowly does not stop the others', async () => {
  await addBrand('northwind');
  const log = await startCertificateLog('rfc6962', now);
  const deadline = new AbortController();
  // It sends bytes, but never completes the response.
  const slow = await startSource((_, response) => {
    response.writeHead(200).write('{');
    deadline.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  });
  const url = `${slow.url}/log`;
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal);
  onTestFinished(() => timeout.mockRestore());
  const first = { ...log, url: `${url}/`, setting: log.setting.replace(log.url.replace(/\/$/, ''), url) };
  await follow(serviceOf(first, log));
  expect(timeout).toHaveBeenCalledWith(60_000);
  expect(await readState(first)).toMatchObject({ failures: 1, error: expect.stringContaining('within 60 s') });
  expect(await readState(log)).toMatchObject({ failures: 0, error: null, tree_size: 0 });
});

test('certificates with an issuer or serial number that is too long for an index are skipped', async () => {
  const issuer = (length: number) => `CN=${'\u20ac'.repeat(length)}`;
  const read = async (terms: { name?: string; serialNumber?: string }) =>
    readCertificate((await certificate(['northwlnd.com'], false, 0x7002, terms)).certificate);
  expect(await read({ name: issuer(330), serialNumber: '7f'.repeat(32) })).toMatchObject({ names: ['northwlnd.com'] });
  expect(await read({ name: issuer(340) })).toBeUndefined();
  expect(await read({ serialNumber: '7f'.repeat(33) })).toBeUndefined();
});

test('nothing is requested if no logs are configured', async () => {
  await runJob(pullService(world, {}), 'zones.follow-certificates');
  expect(await world.service.listLogs(localRequest)).toEqual([]);
});
