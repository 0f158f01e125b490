import type { ConnectionRecord, PageInput } from '../../../../platform/connection.js';
import { invalidArgument } from '../../../../platform/domain-error.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { normalizeDomainName } from '../../domains/index.js';
import {
  applyTier,
  type ChargedList,
  changeOf,
  loadDictionary,
  type NameRow,
  readChargedPage,
  type Window,
  windowBetween,
} from '../../search/index.js';
import {
  type ChangePosition,
  type KindFilter,
  selectChangesOfIngests,
  selectChangesOfSets,
  selectIngests,
} from '../repository/changes.js';
import { selectSets } from '../repository/domains.js';
import { nameserverName } from '../rules/input.js';
import { NameserverChangeDirection, NameserverChangeKind } from '../vocabulary.js';
import { requestedZones, requireIndex } from './requested-zones.js';

/** A change to the nameservers of a domain, found by an import. Nameservers are sorted, with a trailing dot. */
export interface NameserverChange {
  readonly domain: string;
  readonly zone: string;
  readonly kind: NameserverChangeKind;
  readonly changedAt: Date;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface NameserverChangesInput extends PageInput {
  zone?: string | null | undefined;
  nameserver?: string | null | undefined;
  direction?: NameserverChangeDirection | null | undefined;
  kinds?: readonly NameserverChangeKind[] | null | undefined;
  start?: Date | null | undefined;
  end?: Date | null | undefined;
}

interface ChangesScope {
  readonly window: Window;
  /** Id of the zone; null: all zones. */
  readonly zoneId: number | null;
}

type Position = readonly [ingest: number, label: string];

/**
 * Changes of nameservers in a window, oldest import first and sorted by name within an import; the first import of a
 * zone has none. The first page counts as one query without a search term.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND for an unknown zone, QUOTA_EXCEEDED,
 *   GONE, STORE_UNAVAILABLE
 */
export async function nameserverChanges(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: NameserverChangesInput,
): Promise<ConnectionRecord<NameserverChange>> {
  const { zone, direction } = input;
  const nameserver = nameserverOf(input);
  const kinds = kindsOf(input);
  const list: ChargedList<object, ChangesScope, NameserverChange, Position> = {
    name: 'nameserver-changes',
    args: { zone, nameserver, direction, kinds, start: input.start?.toISOString(), end: input.end?.toISOString() },
    isPosition,
    async prepare({ limits }) {
      const now = dependencies.clock.now();
      const requested = windowBetween(boundsOf(input, now), now);
      const { watermark, zones } = await requestedZones(dependencies, zone);
      const window = applyTier({ limits, pattern: { kind: 'browse' }, window: requested, now });
      if (nameserver !== null) await requireIndex(dependencies.database);
      if (window === null) throw new Error('the window has no end');
      const zoneId = zone === null || zone === undefined ? null : (zones[0]?.id ?? null);
      return { watermark, prepared: { window, zoneId } };
    },
    async read({ prepared, watermark, after, limit }) {
      const query = {
        ...prepared,
        ...{ watermark, nameserver, direction: direction ?? null, filter: filterOf(kinds), limit: limit + 1 },
        after: { ingest: after?.[0] ?? 0, label: after?.[1] ?? '' },
      };
      const found =
        nameserver === null
          ? await readChangesOfZones(dependencies, query)
          : await readChangesOfNameserver(dependencies, request, query);
      const rows = await loadChanges(dependencies, found.rows);
      return { rows, next: found.next };
    },
  };
  return await readChargedPage(dependencies, request, { list, first: input.first, after: input.after });
}

/**
 * The normalized name; null for changes of all nameservers.
 * @throws {DomainError} BAD_USER_INPUT for an invalid name, or a direction without a nameserver
 */
function nameserverOf({ nameserver, direction }: NameserverChangesInput): string | null {
  const name =
    nameserver === null || nameserver === undefined
      ? null
      : nameserverName(nameserver, { parse: normalizeDomainName, argument: 'nameserver' });
  if (direction && name === null) {
    throw invalidArgument('direction', 'direction requires nameserver: specify a nameserver, or omit direction');
  }
  return name;
}

function kindsOf({ kinds }: NameserverChangesInput): readonly NameserverChangeKind[] {
  if (kinds?.length === 0) {
    throw invalidArgument('kinds', 'kinds is empty: specify at least one kind, or omit it for all kinds');
  }
  return kinds ?? Object.values(NameserverChangeKind);
}

function boundsOf({ start, end }: NameserverChangesInput, now: number): { start: number | null; end: number } {
  for (const [name, time] of Object.entries({ start, end })) {
    if (time && time.getTime() > now) {
      throw invalidArgument(name, `Invalid window: ${name} must not be in the future: ${time.toISOString()}`);
    }
  }
  return { start: start?.getTime() ?? null, end: end?.getTime() ?? now + 1 };
}

function isPosition(value: unknown): value is Position {
  const [ingest, label] = Array.isArray(value) ? (value as unknown[]) : [];
  const isIngest = typeof ingest === 'number' && Number.isInteger(ingest) && ingest >= 0 && ingest < 2 ** 31;
  return isIngest && typeof label === 'string' && !label.includes('\0');
}

function filterOf(kinds: readonly NameserverChangeKind[]): KindFilter {
  return {
    added: kinds.includes(NameserverChangeKind.ADDED),
    removed: kinds.includes(NameserverChangeKind.REMOVED),
    moved: kinds.includes(NameserverChangeKind.MOVED),
  };
}

interface Query {
  readonly window: Window;
  readonly zoneId: number | null;
  readonly watermark: number;
  readonly nameserver: string | null;
  readonly direction: NameserverChangeDirection | null;
  readonly filter: KindFilter;
  readonly after: ChangePosition;
  readonly limit: number;
}

interface Found {
  readonly rows: readonly NameRow[];
  readonly next: Position | null;
}

/** Maximum number of imports per statement. */
const ingestsPerBatch = 500;

/** Time in milliseconds after which a page ends with the results so far. */
const pageMs = 2000;

/**
 * A page of the changes of one or all zones, import by import. After {@link pageMs}, it ends with the results so far.
 */
async function readChangesOfZones({ database }: ZoneDependencies, query: Query): Promise<Found> {
  const { window, zoneId, watermark, filter, limit } = query;
  const end = performance.now() + pageMs;
  const rows: NameRow[] = [];
  for (let { ingest: from, label: after } = query.after; ; ) {
    const ingests = await database.guard((sql) =>
      selectIngests(sql, { zoneId, ...window, watermark, from, limit: ingestsPerBatch }),
    );
    const last = ingests.at(-1);
    if (last === undefined) return { rows, next: null };
    const label = ingests[0]?.id === from ? after : '';
    const remainingCount = limit - rows.length;
    const found = await database.guard((sql) =>
      selectChangesOfIngests(sql, { ...filter, ingests, after: label, limit: remainingCount }),
    );
    rows.push(...found);
    if (found.length === remainingCount || ingests.length < ingestsPerBatch) return { rows, next: null };
    [from, after] = [last.id + 1, ''];
    if (performance.now() > end) return { rows, next: [from, after] };
  }
}

/** Maximum number of sets per statement. */
const setsPerBatch = 5000;

/**
 * A page of the changes to and from one nameserver: the first changes of all its sets, merged in order. It is complete
 * only after all sets were read, so it cannot end early. Its statements use the connections of long reads, on which
 * callers take turns, and are cancelled with the request.
 */
async function readChangesOfNameserver(
  { database }: ZoneDependencies,
  request: ZoneRequest,
  query: Query,
): Promise<Found> {
  const { window, direction, filter, nameserver, limit } = query;
  const name = nameserver ?? '';
  const includesTo = direction !== NameserverChangeDirection.FROM;
  const includesFrom = direction !== NameserverChangeDirection.TO;
  let rows: NameRow[] = [];
  for (let from: string | undefined = '-9223372036854775808'; from !== undefined; ) {
    const first: string = from;
    const found = await database.read(request, (sql) =>
      selectSets(sql, { names: [name], from: first, limit: setsPerBatch + 1 }),
    );
    const sets = found.map(({ id }) => id);
    from = sets.length > setsPerBatch ? sets.pop() : undefined;
    const changes = await database.read(request, (sql) =>
      selectChangesOfSets(sql, { ...query, ...window, ...filter, name, sets, includesTo, includesFrom }),
    );
    rows = [...rows, ...changes].sort(compareByImport).slice(0, limit);
  }
  return { rows, next: null };
}

function compareByImport(a: NameRow, b: NameRow): number {
  return (a.ingest ?? 0) - (b.ingest ?? 0) || (a.label < b.label ? -1 : 1);
}

async function loadChanges(dependencies: ZoneDependencies, rows: readonly NameRow[]) {
  const changes = rows.map((row) => ({ ...changeOf(row), label: row.label, zoneId: row.zoneId }));
  const dictionary = await loadDictionary(
    dependencies.database,
    changes.map((change) => ({ row: null, changes: [change] })),
  );
  const { zones } = await requestedZones(dependencies, null);
  const zoneById = new Map(zones.map((zone) => [zone.id, zone]));
  return changes.flatMap(({ label, zoneId, old, newSetId, at, ingest }) => {
    const zone = zoneById.get(zoneId);
    if (zone === undefined) return [];
    const kind = old === null ? 'ADDED' : newSetId === null ? 'REMOVED' : 'MOVED';
    const node: NameserverChange = {
      ...{ domain: label + zone.suffix, zone: zone.name, kind: NameserverChangeKind[kind], changedAt: new Date(at) },
      before: old === null ? [] : dictionary.nameservers(old.setId),
      after: newSetId === null ? [] : dictionary.nameservers(newSetId),
    };
    const position: Position = [ingest, label];
    return [{ node, position }];
  });
}
