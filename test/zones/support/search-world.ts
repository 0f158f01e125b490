import { Readable } from 'node:stream';
import { afterAll, beforeAll } from 'vitest';
import { type Caller, localAdministrator } from '../../../platform/caller.js';
import type { Platform } from '../../../platform/subgraph.js';
import { createZoneService, type ZoneService } from '../../../subgraphs/zones/index.js';
import { openTestDatabase, type TestClock, type TestDatabase, testClock, testPlatform } from '../../support/index.js';
import { requestOf } from './account-world.js';

export interface SearchWorld {
  readonly test: TestDatabase;
  readonly clock: TestClock;
  readonly platform: Platform;
  readonly service: ZoneService;
}

export const now = Date.parse('2026-06-15T12:00:00Z');
export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

/** The zones domain on a separate database for the test file. Use it only inside of tests and hooks. */
export function describeSearchWorld(environment: Record<string, string> = {}): SearchWorld {
  const world: Partial<Mutable<SearchWorld>> = {};
  beforeAll(async () => {
    Object.assign(world, await openSearchWorld(environment));
  });
  afterAll(() => world.test?.close());
  return world as SearchWorld; // Assigned before the first test runs.
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** The zones domain on a separate database for one test, which must close the database. */
export async function openSearchWorld(environment: Record<string, string> = {}): Promise<SearchWorld> {
  const test = await openTestDatabase(environment);
  const clock = testClock(now);
  return { test, clock, ...startReplica(test, clock) };
}

/** The parts of the domain in another process on the same database. */
export function startReplica(
  test: Pick<TestDatabase, 'configuration' | 'database'>,
  clock: TestClock,
): Pick<SearchWorld, 'platform' | 'service'> {
  const platform = testPlatform(test, { clock });
  return { platform, service: createZoneService(platform) };
}

/** The content of a zone: nameservers by label. */
export type ZoneContent = Readonly<Record<string, readonly string[]>>;

let serial = 0;

/** Imports the content as the zone file at that time (Unix epoch milliseconds). */
export async function importContent(
  { service }: Pick<SearchWorld, 'service'>,
  { zone, content, at }: { zone: string; content: ZoneContent; at: number },
): Promise<void> {
  const origin = zone === 'root' ? '' : zone;
  serial++;
  const sorted = Object.entries(content).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const records = sorted.flatMap(([label, nameservers]) =>
    nameservers.map((nameserver) => `${label}${origin === '' ? '' : `.${origin}`}. 3600 IN NS ${nameserver}`),
  );
  const soa = `${origin}. 3600 IN SOA ns. hostmaster. ${serial} 1 1 1 1`;
  const bytes = Buffer.from(`${[soa, ...records].join('\n')}\n`);
  await service.importZone(requestOf(localAdministrator), {
    zone,
    at: new Date(at),
    allowLoss: true,
    file: { open: () => Readable.from([bytes]), size: bytes.length },
  });
}

export interface SearchArguments {
  zone: string;
  search?: string;
  limit?: number;
  start?: string;
  end?: string;
}

/** An observation as a line. */
export function lineOf(observation: { domain: string; zone: string; data: string; status: string; timestamp: number }) {
  const { domain, zone, data, status, timestamp } = observation;
  return `${domain} ${zone} ${data} ${status} ${new Date(timestamp).toISOString()}`;
}

/** One page, as lines. */
export async function pageOf(
  { service }: Pick<SearchWorld, 'service'>,
  input: SearchArguments & { after?: string; pit?: string },
  caller: Caller = localAdministrator,
): Promise<{ lines: string[]; pit: string; nextCursor: string | null }> {
  const { results, pit, nextCursor } = await service.observationPage(requestOf(caller), input);
  return { lines: results.map(lineOf), pit, nextCursor };
}

/** All pages of a search; `beforePage` runs before each page except the first. */
export async function allPages(
  world: () => Pick<SearchWorld, 'service'>,
  input: SearchArguments,
  beforePage: (page: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const lines: string[] = [];
  let page = await pageOf(world(), input);
  for (let number = 2; ; number++) {
    lines.push(...page.lines);
    if (page.nextCursor === null) return lines;
    await beforePage(number);
    page = await pageOf(world(), { ...input, after: page.nextCursor, pit: page.pit });
  }
}
