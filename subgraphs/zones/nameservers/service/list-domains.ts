import type { ConnectionRecord, PageInput } from '../../../../platform/connection.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { normalizeDomainName } from '../../domains/index.js';
import {
  activeObservations,
  applyTier,
  type ChargedList,
  loadDictionary,
  readChargedPage,
} from '../../search/index.js';
import { type DomainRow, selectDomains, selectNameserversBySetCount, selectSets } from '../repository/domains.js';
import { nameserverNames } from '../rules/input.js';
import { requestedZones, requireIndex } from './requested-zones.js';

/** A domain that uses the requested nameservers. */
export interface NameserverDomain {
  readonly domain: string;
  /** Name of the zone. */
  readonly zone: string;
  /** All nameservers of the domain, sorted, with a trailing dot. */
  readonly nameservers: readonly string[];
  /** Time since which the domain has continuously used all requested nameservers. */
  readonly since: Date;
}

export interface NameserverDomainsInput extends PageInput {
  nameservers: readonly string[];
  zone?: string | null | undefined;
}

interface ListedZone {
  readonly id: number;
  readonly name: string;
  readonly suffix: string;
}

/** Position in the list: the next domain follows this label of this set in this zone. */
type Position = readonly [zoneId: number, setId: string, label: string];

const minSetId = '-9223372036854775808';
const firstPosition: Position = [0, minSetId, ''];

/** Maximum number of sets per statement. */
const setsPerBatch = 2000;

/** Maximum number of sets that are counted per nameserver, to find one that few sets contain. */
const maxCountedSets = 10_000;

/** Time in milliseconds after which a page ends with the results so far. */
const pageMs = 2000;

/**
 * The domains that use all of these nameservers, grouped by zone and set of nameservers (neither in alphabetical
 * order), and sorted by name within a set. All pages show the state at the time of the first page, which counts as one
 * query without a search term.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, NOT_FOUND for an unknown zone, QUOTA_EXCEEDED,
 * GONE, STORE_UNAVAILABLE
 */
export async function nameserverDomains(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: NameserverDomainsInput,
): Promise<ConnectionRecord<NameserverDomain>> {
  const { database, clock } = dependencies;
  const names = nameserverNames(input.nameservers, normalizeDomainName);
  const list: ChargedList<object, readonly ListedZone[], NameserverDomain, Position> = {
    name: 'nameserver-domains',
    args: { names, zone: input.zone },
    isPosition,
    async prepare({ limits }) {
      const { watermark, zones } = await requestedZones(dependencies, input.zone);
      applyTier({ limits, pattern: { kind: 'browse' }, window: null, now: clock.now() });
      await requireIndex(database);
      return { watermark, prepared: zones.map(({ id, name, suffix }) => ({ id, name, suffix })) };
    },
    async read({ prepared, watermark, after, limit }) {
      const zones = [...prepared].sort((a, b) => a.id - b.id);
      const sortedNames = await sortBySetCount(dependencies, names);
      const reader = new Reader({ dependencies, names: sortedNames, zones, watermark, maxRows: limit + 1 });
      return await reader.read(after ?? firstPosition);
    },
  };
  return await readChargedPage(dependencies, request, { list, first: input.first, after: input.after });
}

/**
 * Sorts nameservers by their number of sets, fewest first, because the reader scans the sets of the first nameserver.
 * The order of the results does not depend on which one is first, so a cursor remains valid.
 */
async function sortBySetCount({ database }: ZoneDependencies, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 1) return names;
  const sorted = await database.guard((sql) => selectNameserversBySetCount(sql, { names, max: maxCountedSets }));
  return sorted.map(({ name }) => name);
}

function isPosition(value: unknown): value is Position {
  const [zoneId, setId, label] = Array.isArray(value) ? (value as unknown[]) : [];
  const isSet = typeof setId === 'string' && /^-?\d{1,18}$|^-?[1-9]\d{18}$/.test(setId) && isBigint(setId);
  return Number.isInteger(zoneId) && isSet && typeof label === 'string' && !label.includes('\0');
}

function isBigint(digits: string): boolean {
  return BigInt.asIntN(64, BigInt(digits)) === BigInt(digits);
}

interface Row {
  readonly zone: ListedZone;
  readonly row: DomainRow;
}

interface ReaderOptions {
  readonly dependencies: ZoneDependencies;
  readonly names: readonly string[];
  readonly zones: readonly ListedZone[];
  readonly watermark: number;
  readonly maxRows: number;
}

/** Reads one page, zone by zone and set by set. */
class Reader {
  readonly #options: ReaderOptions;
  readonly #end = performance.now() + pageMs;
  readonly #found: Row[] = [];

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  async read(after: Position) {
    const [zoneId] = after;
    for (const zone of this.#options.zones) {
      if (zone.id < zoneId) continue;
      const next = await this.#readZone(zone, zone.id === zoneId ? after : [zone.id, minSetId, '']);
      if (next !== null) return await this.#page(next === 'full' ? null : next);
    }
    return await this.#page(null);
  }

  /**
   * Reads a zone, starting with a position. Returns null at the end of the zone, `full` if the page is full, and the
   * next position if the time limit of the page is reached.
   */
  async #readZone(zone: ListedZone, from: Position): Promise<Position | 'full' | null> {
    const { dependencies, names, watermark, maxRows } = this.#options;
    const { database } = dependencies;
    let [, set, label] = from;
    for (;;) {
      const found = await database.guard((sql) => selectSets(sql, { names, from: set, limit: setsPerBatch + 1 }));
      const sets = found.map(({ id }) => id);
      const next = sets.length > setsPerBatch ? sets.pop() : undefined;
      if (sets.length > 0) {
        const after = sets[0] === set ? label : '';
        const limit = maxRows - this.#found.length;
        const rows = await database.guard((sql) =>
          selectDomains(sql, { zoneId: zone.id, watermark, sets, after, limit }),
        );
        for (const row of rows) this.#found.push({ zone, row });
        if (this.#found.length >= maxRows) return 'full';
      }
      if (next === undefined) return performance.now() > this.#end ? [zone.id + 1, minSetId, ''] : null;
      [set, label] = [next, ''];
      if (performance.now() > this.#end) return [zone.id, set, label];
    }
  }

  async #page(next: Position | null) {
    const { dependencies, names } = this.#options;
    const histories = this.#found.map(({ row }) => ({ row, changes: [] }));
    const dictionary = await loadDictionary(dependencies.database, histories);
    const rows = this.#found.map(({ zone, row }) => {
      const pairs = activeObservations(row, dictionary);
      const times = pairs.filter(({ data }) => names.includes(data)).map(({ timestamp }) => timestamp);
      const node: NameserverDomain = {
        ...{ domain: row.label + zone.suffix, zone: zone.name },
        nameservers: pairs.map(({ data }) => data),
        since: new Date(Math.max(...times)),
      };
      const position: Position = [zone.id, row.setId, row.label];
      return { node, position };
    });
    return { rows, next };
  }
}
