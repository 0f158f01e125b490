import { lineOf, type ZoneContent } from './search-world.js';

interface ModelObservation {
  domain: string;
  zone: string;
  data: string;
  status: 'active' | 'inactive';
  timestamp: number;
  /** Number of the import that created it. */
  ingest: number;
}

/** A reference model: lists of all observations, which are searched by scanning them. */
export class ZoneModel {
  readonly #content = new Map<string, ReadonlySet<string>>();
  readonly #observations: ModelObservation[] = [];
  #ingests = 0;

  /** The newest import. */
  get watermark(): number {
    return this.#ingests;
  }

  get zones(): string[] {
    return [...this.#content.keys()];
  }

  import({ zone, content, at }: { zone: string; content: ZoneContent; at: number }): void {
    const before = this.#content.get(zone) ?? new Set<string>();
    const after = new Set(Object.entries(content).flatMap(([label, all]) => all.map((data) => `${label} ${data}`)));
    this.#ingests++;
    for (const pair of new Set([...before, ...after])) {
      if (before.has(pair) === after.has(pair)) continue;
      const [label = '', data = ''] = pair.split(' ');
      const domain = zone === 'root' ? label : `${label}.${zone}`;
      const status = after.has(pair) ? 'active' : 'inactive';
      this.#observations.push({ domain, zone, data, status, timestamp: at, ingest: this.#ingests });
    }
    this.#content.set(zone, after);
  }

  /** The current state at a watermark, without pairs that became inactive before `inactiveFrom`. */
  state(query: { zone: string; search: string; watermark: number; inactiveFrom: number }): string[] {
    const latest = new Map<string, ModelObservation>();
    for (const each of this.#matching(query)) latest.set(`${each.domain} ${each.zone} ${each.data}`, each);
    return [...latest.values()]
      .filter(({ status, timestamp }) => status === 'active' || timestamp >= query.inactiveFrom)
      .sort((one, other) => order([one.domain, one.zone, one.data], [other.domain, other.zone, other.data]))
      .map(lineOf);
  }

  /** All observations in a window. */
  changes(query: { zone: string; search: string; watermark: number; start: number; end: number }): string[] {
    return this.#matching(query)
      .filter(({ timestamp }) => timestamp >= query.start && timestamp < query.end)
      .sort(
        (one, other) =>
          one.timestamp - other.timestamp ||
          one.ingest - other.ingest ||
          order([labelOf(one), one.data], [labelOf(other), other.data]),
      )
      .map(lineOf);
  }

  #matching({ zone, search, watermark }: { zone: string; search: string; watermark: number }): ModelObservation[] {
    const source = search.replaceAll('.', '\\.').replaceAll('*', '.*');
    const pattern = new RegExp(search.includes('*') ? `^${source}$` : `^${source}`);
    return this.#observations.filter(
      (each) => each.ingest <= watermark && (zone === '*' || each.zone === zone) && pattern.test(each.domain),
    );
  }
}

function labelOf({ domain, zone }: ModelObservation): string {
  return zone === 'root' ? domain : domain.slice(0, -zone.length - 1);
}

function order(one: readonly string[], other: readonly string[]): number {
  for (const [index, text] of one.entries()) {
    const second = other[index] ?? '';
    if (text !== second) return text < second ? -1 : 1;
  }
  return 0;
}
