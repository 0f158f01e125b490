import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createZoneService } from '../../subgraphs/zones/index.js';
import { testConfiguration } from '../support/index.js';
import {
  neverResponds,
  redirectsTo,
  respondsWith,
  respondsWithText,
  responseAbout,
  sendsEndlessBody,
} from './support/behaviors.js';
import {
  bootstrapOf,
  describeRdapWorld,
  lookUp,
  operator,
  start,
  temporaryFolder,
  testNetwork,
} from './support/rdap-world.js';
import { type Registry, startRegistryForTest } from './support/registry.js';

const world = describeRdapWorld();
const hourMs = 3_600_000;
const otherRegistry = { version: '1.0', services: [[['elsewhere'], ['https://other.test/']]] };

interface Setting {
  readonly publisher: Registry;
  /** File of the fetched registry. */
  readonly file: string;
  /** Starts the service of another process with the same settings. */
  start(environment?: Record<string, string>): ReturnType<typeof createZoneService>;
}

/** A publisher, and services with their data in a new directory. */
async function setting(): Promise<Setting> {
  const publisher = await startRegistryForTest();
  const folder = temporaryFolder();
  publisher.setPath('/dns.json', respondsWith(bootstrapOf(world.registry, ['first'])));
  return {
    publisher,
    file: join(folder, 'rdap/bootstrap.json'),
    start(environment = {}) {
      const configuration = testConfiguration({
        RAMPART_SERVER_DATA_DIR: folder,
        RAMPART_ZONES_RDAP_BOOTSTRAP_URL: `${publisher.url}dns.json`,
        RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'True',
        ...environment,
      });
      return createZoneService({ ...world.platform, configuration }, testNetwork({ timeoutMs: 1000 }));
    },
  };
}

function zonesOf(service: ReturnType<typeof createZoneService>): Promise<string[]> {
  return service.rdapZones({ caller: operator });
}

async function refresh(service: ReturnType<typeof createZoneService>): Promise<void> {
  await service.jobs.find(({ name }) => name === 'zones.refresh-rdap-bootstrap')?.run(null);
}

beforeEach(() => {
  world.clock.milliseconds = start;
});

describe('the bootstrap registry', () => {
  test('is fetched once for concurrent callers', async () => {
    const { publisher, start } = await setting();
    const service = start();
    expect(await Promise.all([zonesOf(service), zonesOf(service), zonesOf(service)])).toEqual(Array(3).fill(['first']));
    expect(await zonesOf(service)).toEqual(['first']);
    expect(publisher.requests).toEqual(['/dns.json']);
  });

  test('is stored on disk for the next start, without leaving temporary files', async () => {
    const { publisher, file, start } = await setting();
    await zonesOf(start());
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ url: `${publisher.url}dns.json` });
    expect(readdirSync(join(file, '..'))).toEqual(['bootstrap.json']);
    await publisher.close();
    expect(await zonesOf(start())).toEqual(['first']);
  });

  test('is refreshed every day by a job', async () => {
    const { publisher, start } = await setting();
    const service = start();
    const [job] = service.jobs.filter(({ name }) => name === 'zones.refresh-rdap-bootstrap');
    expect(job?.cron).toMatch(/^\d+ \d+ \* \* \*$/);
    await zonesOf(service);
    publisher.setPath('/dns.json', respondsWith(bootstrapOf(world.registry, ['second'])));
    await refresh(service);
    expect(await zonesOf(service)).toEqual(['second']);
  });

  test('remains in use after one day until it is refreshed', async () => {
    const { publisher, start: startService } = await setting();
    const service = startService();
    await zonesOf(service);
    publisher.setPath('/dns.json', respondsWith(bootstrapOf(world.registry, ['second'])));
    world.clock.milliseconds = start + 24 * hourMs;
    expect(await zonesOf(service)).toEqual(['first']);
    expect(publisher.requests).toHaveLength(1);
    world.clock.milliseconds = start + 25 * hourMs;
    expect(await zonesOf(service)).toEqual(['first']);
    await refresh(service); // Joins the refresh in progress.
    expect(await zonesOf(service)).toEqual(['second']);
    expect(publisher.requests).toHaveLength(2);
  });

  test('is refreshed after a clock that was a year ahead is corrected', async () => {
    const { publisher, start: startService } = await setting();
    const service = startService();
    world.clock.milliseconds = start + 365 * 24 * hourMs;
    await zonesOf(service);
    world.clock.milliseconds = start;
    publisher.setPath('/dns.json', respondsWith(bootstrapOf(world.registry, ['second'])));
    await zonesOf(service);
    await refresh(service); // Joins the refresh in progress.
    expect(await zonesOf(service)).toEqual(['second']);
    expect(publisher.requests).toHaveLength(2);
  });

  test('is read from disk if another process has fetched it', async () => {
    const { publisher, start: startService } = await setting();
    const [one, other] = [startService(), startService()];
    await Promise.all([zonesOf(one), zonesOf(other)]);
    publisher.setPath('/dns.json', respondsWith(bootstrapOf(world.registry, ['second'])));
    world.clock.milliseconds = start + 20 * hourMs;
    await refresh(one);
    const requested = publisher.requests.length;
    world.clock.milliseconds = start + 25 * hourMs;
    expect(await zonesOf(other)).toEqual(['second']);
    expect(publisher.requests).toHaveLength(requested);
  });

  test.each([
    ['the server is down', 'closed'],
    ['the server fails', respondsWithText(500, '')],
    ['the server does not respond', neverResponds],
    ['the response is endless', sendsEndlessBody],
    ['the server redirects endlessly', redirectsTo('/dns.json')],
    ['the server returns a web page', respondsWithText(200, '<html>')],
    ['the server returns another registry', respondsWith({ version: '1.0', services: [] })],
  ] as const)('is the previously fetched copy if %s, or the packaged copy if there is none', async (_, behavior) => {
    const { publisher, start: startService } = await setting();
    const before = startService();
    await zonesOf(before);
    if (behavior === 'closed') await publisher.close();
    else publisher.setPath('/dns.json', behavior);
    const packaged = await zonesOf(startService({ RAMPART_SERVER_DATA_DIR: temporaryFolder() }));
    expect(packaged.length).toBeGreaterThan(1000);
    expect(packaged).toEqual(expect.arrayContaining(['com', 'org', 'xn--p1acf']));
    expect(packaged).toEqual(packaged.toSorted());
    await refresh(before);
    expect(await zonesOf(before)).toEqual(['first']);
  });

  test('is not fetched again within five minutes after a failure', async () => {
    const { publisher, start: startService } = await setting();
    publisher.setPath('/dns.json', respondsWithText(500, ''));
    const service = startService();
    for (const elapsedMs of [0, 1000, 299_999]) {
      world.clock.milliseconds = start + elapsedMs;
      expect((await zonesOf(service)).length).toBeGreaterThan(1000);
    }
    expect(publisher.requests).toHaveLength(1);
    publisher.setPath('/dns.json', respondsWith(bootstrapOf(world.registry, ['second'])));
    world.clock.milliseconds = start + 300_000;
    expect(await zonesOf(service)).toEqual(['second']);
  });

  test.each([
    ['a truncated copy', '{"url": "'],
    ['JSON of another format', '[]'],
    [
      'a copy from another URL',
      JSON.stringify({ url: 'https://other.test/', fetchedAt: start, registry: otherRegistry }),
    ],
    ['an empty file', ''],
  ])('is fetched if there is %s on disk', async (_, text) => {
    const { file, start: startService } = await setting();
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, text);
    expect(await zonesOf(startService())).toEqual(['first']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('registry');
  });

  test('is used even if it cannot be stored on disk', async () => {
    const { file, start: startService } = await setting();
    mkdirSync(file, { recursive: true });
    expect(await zonesOf(startService())).toEqual(['first']);
    expect(existsSync(`${file}.${process.pid}`)).toBe(false);
  });
});

test('the bootstrap URL may have a private address, but not the registries that it lists', async () => {
  const { publisher, start: startService } = await setting();
  const service = startService({ RAMPART_ZONES_RDAP_ALLOW_PRIVATE: 'False' });
  const registry = await startRegistryForTest();
  publisher.setPath('/dns.json', respondsWith(bootstrapOf(registry, ['first'])));
  expect(await zonesOf(service)).toEqual(['first']);
  expect(await lookUp({ service }, operator, 'a.first')).toBe('rdap_upstream_error');
  expect(registry.connections()).toBe(0);
  registry.set('c.first', respondsWith(responseAbout('b.first')));
  expect(await lookUp({ service: startService() }, operator, 'c.first')).toBe('found');
});

test('queries the registry below the path of its base URL', async () => {
  const { publisher, start: startService } = await setting();
  const services = [[['first'], [`${world.registry.url}rdap/v1`]]];
  publisher.setPath('/dns.json', respondsWith({ version: '1.0', services }));
  world.registry.setPath('/rdap/v1/domain/b.first', respondsWith(responseAbout('b.first')));
  expect(await lookUp({ service: startService() }, operator, 'b.first')).toBe('found');
});
