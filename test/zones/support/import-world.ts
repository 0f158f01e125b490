import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll } from 'vitest';
import { localRequest } from '../../../platform/caller.js';
import type { Database } from '../../../platform/database/index.js';
import type { Platform, Subgraph } from '../../../platform/subgraph.js';
import { createZoneService, type ZoneService, zonesSubgraph } from '../../../subgraphs/zones/index.js';
import { openTestDatabase, type TestClock, type TestDatabase, testClock, testPlatform } from '../../support/index.js';

export interface ImportWorld {
  readonly test: TestDatabase;
  readonly clock: TestClock;
  readonly platform: Platform;
  readonly service: ZoneService;
  readonly subgraph: Subgraph;
  /** Directory for files of the tests. */
  readonly folder: string;
}

export const dayMs = 86_400_000;
export const start = Date.parse('2026-05-01T00:00:00Z');

/** The zones domain on a separate database for the test file. Use it only inside of tests and hooks. */
export function describeImportWorld(environment: Record<string, string> = {}): ImportWorld {
  const world: Partial<Mutable<ImportWorld>> = {};
  beforeAll(async () => {
    const test = await openTestDatabase(environment);
    const clock = testClock(start);
    const platform = testPlatform(test, { clock });
    const subgraph = zonesSubgraph.create(platform);
    const folder = mkdtempSync(join(tmpdir(), 'rampart-zones-'));
    Object.assign(world, { test, clock, platform, service: createZoneService(platform), subgraph, folder });
  });
  afterAll(async () => {
    if (world.folder !== undefined) rmSync(world.folder, { recursive: true, force: true });
    await world.test?.close();
  });
  return world as ImportWorld; // Assigned before the first test runs.
}

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

const administrator = localRequest;

type ImportInput = Parameters<ZoneService['importZone']>[1];

/** An input file of known size, which can be reopened. */
export function fileOf(content: string | Buffer): ImportInput['file'] {
  const bytes = Buffer.from(content);
  return { size: bytes.length, open: () => Readable.from([bytes], { objectMode: false }) };
}

/** A stream of chunks as input, of unknown size, which an import reads only once. */
export function streamOf(content: string | Buffer, pieceSize = 1000): ImportInput['file'] {
  const bytes = Buffer.from(content);
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceSize) }, (_, index) =>
    bytes.subarray(index * pieceSize, (index + 1) * pieceSize),
  );
  return { size: null, open: () => Readable.from(pieces, { objectMode: false }) };
}

/** Imports a file; default time: one day after the previous import. */
export async function importFile(
  world: ImportWorld,
  zone: string,
  content: string | Buffer | ImportInput['file'],
  options: Omit<ImportInput, 'zone' | 'file'> = {},
) {
  world.clock.milliseconds += dayMs;
  const file = typeof content === 'string' || Buffer.isBuffer(content) ? fileOf(content) : content;
  return await world.service.importZone(administrator, { zone, file, ...options });
}

let serials = 0;

/** A zone file: its SOA, and delegations as `label nameserver ...` with names relative to the zone. */
export function zoneText(zone: string, delegations: readonly string[], serial = ++serials): string {
  const lines = delegations.flatMap((delegation) => {
    const [label, ...nameservers] = delegation.split(' ');
    return nameservers.map((nameserver) => `${label}.${zone}.\t3600\tin\tns\t${nameserver}\n`);
  });
  return `${zone}.\t900\tin\tsoa\ta.nic.${zone}. hostmaster.nic.${zone}. ${serial} 1800 900 604800 86400\n${lines.join('')}`;
}

/** The active pairs, each `label nameserver`, sorted. */
export async function activePairs(database: Database, zone: string): Promise<string[]> {
  const rows = await database.sql<{ pair: string }[]>`
    select label || ' ' || nameserver as pair from zones.state
    join zones.zone on zone.id = zone_id and zone.name = ${zone}
    join zones.nameserver_set on nameserver_set.id = set_id, unnest(data) nameserver`;
  return rows.map(({ pair }) => pair).sort();
}

/** The observations of an ingest (decision 12), each `status label nameserver`, sorted. */
export async function observationsAt(database: Database, zone: string, at: number): Promise<string[]> {
  const rows = await database.sql<{ observation: string }[]>`
    with found as (
      select label, coalesce(before.data, '{}') as before, coalesce(after.data, '{}') as after from zones.change
      join zones.zone on zone.id = zone_id and zone.name = ${zone}
      left join zones.nameserver_set before on before.id = old_set_id
      left join zones.nameserver_set after on after.id = new_set_id
      where at = ${at}
    )
    select 'active ' || label || ' ' || name as observation from found, unnest(after) name where name <> all (before)
    union all
    select 'inactive ' || label || ' ' || name from found, unnest(before) name where name <> all (after)`;
  return rows.map(({ observation }) => observation).sort();
}

/** The time since which each pair is active, by `label nameserver`. */
export async function firstSeen(database: Database, zone: string): Promise<Record<string, number>> {
  const rows = await database.sql<{ pair: string; at: number }[]>`
    select label || ' ' || pair.name as pair, ingest.at::float8 as at from zones.state
    join zones.zone on zone.id = state.zone_id and zone.name = ${zone}
    join zones.nameserver_set on nameserver_set.id = set_id
    cross join unnest(data, seen) pair (name, seen)
    join zones.ingest on ingest.id = coalesce(pair.seen, since)`;
  return Object.fromEntries(rows.map(({ pair, at }) => [pair, at]));
}

/** Everything that an import can change, except for the import log. */
export async function completeState(database: Database): Promise<unknown> {
  const [row] = await database.sql`select
    (select json_agg(to_json(zone) order by id) from zones.zone) as zones,
    (select json_agg(to_json(ingest) order by id) from zones.ingest) as ingests,
    (select json_agg(to_json(state) order by zone_id, label) from zones.state) as states,
    (select json_agg(to_json(change) order by ingest, label) from zones.change) as changes,
    (select count(*)::int from pg_class where relnamespace = 'zones'::regnamespace) as relations`;
  return row;
}

const folder = new URL('../../fixtures/root-zone/', import.meta.url);

/** Samples of the root zone in order, with their times. */
export function rootZoneFiles(): { at: Date; compressed: Buffer; text: string }[] {
  const names = ['2019-12-03T2030', '2020-03-13T1930', '2020-03-16T1730', '2020-08-18T2230'];
  return names.map((name) => {
    const compressed = readFileSync(new URL(`root.${name}Z.zone.gz`, folder));
    const at = new Date(`${name.slice(0, 13)}:${name.slice(13)}:00Z`);
    return { at, compressed, text: gunzipSync(compressed).toString('latin1') };
  });
}
