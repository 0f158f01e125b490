import { countedLetters, encodeLetters } from '../data/zone-files.js';
import type { LoadRequest } from '../load/load.js';
import { measure, median } from '../measure.js';
import { failedMeasurement, type Measurement } from '../report.js';
import { resultOf } from './compare.js';
import { send } from './requests.js';
import type { SuiteContext } from './suite.js';
import { createZoneDatabase, importDays, importTime, zoneDatabase } from './zone-days.js';

const adminToken = 'benchmarks-only-0123456789abcdef';
const headers = { authorization: `Bearer ${adminToken}` };

/** Number of connections. A single one, to measure the cost of a page instead of waiting times. */
const connections = 1;
const limits = { seconds: 1, rounds: 5 };

/** Number of the page that is compared with the first one. */
const deepPage = 1000;
const deepPageSize = 100;

/**
 * Measures searches of a large zone over REST: first pages compared with plain SQL, deep pages, pages of a search that
 * began several imports ago, and wildcards. Uses the zone of `zones-import` if that suite has run before.
 */
export async function zonesSearchSuite(context: SuiteContext): Promise<Measurement[]> {
  if (!(await context.benchmark.hasDatabase(zoneDatabase))) {
    await createZoneDatabase(context.benchmark);
    await importDays(context, [0, 1]);
  }
  const origins = await context.servers.zones(zoneDatabase, { RAMPART_AUTH_ADMIN_TOKEN: adminToken });
  const suite = new Searches(context, origins);
  return [
    await suite.compareWithSql(100),
    await suite.compareWithSql(10_000),
    await suite.measureWindow(),
    await suite.measureDeepPage(),
    ...(await suite.measureWildcards()),
    await suite.measureOldSession(),
  ];
}

interface Page {
  readonly results: readonly unknown[];
  readonly pit: string;
  readonly next_cursor?: string;
}

class Searches {
  readonly #context: SuiteContext;
  readonly #ours: string;
  readonly #handwritten: string;

  constructor(context: SuiteContext, { ours, handwritten }: { ours: string; handwritten: string }) {
    this.#context = context;
    this.#ours = ours;
    this.#handwritten = handwritten;
  }

  /**
   * Compares pages with plain SQL. The requests search several prefixes in turn. Each prefix has more names than a
   * page.
   */
  async compareWithSql(limit: number): Promise<Measurement> {
    const searches = prefixes(this.#context.options.domains, limit);
    const requests = searches.map((search) => download({ search, limit: String(limit) }));
    const reference = 'plain SQL and JSON.stringify';
    const page = (await this.#page(requests[0])).results.length;
    if (page !== limit)
      throw new Error(`a page of ${limit} contains only ${page} observations: increase the number of domains`);
    const [oursMs, sqlMs] = await this.#compare(`page of ${limit}`, {
      ours: { origin: this.#ours, requests },
      reference: { origin: this.#handwritten, requests },
    });
    return {
      label: `zones, first page of ${limit} by a prefix`,
      reference,
      ratio: oursMs / sqlMs,
      bound: { max: 1.3 },
      measured: `${oursMs.toFixed(2)} and ${sqlMs.toFixed(2)} ms`,
    };
  }

  /** Measures a search for the changes of the second import by their time range. */
  async measureWindow(): Promise<Measurement> {
    const limit = String(deepPageSize);
    const window = { start: importTime(1).toISOString(), end: importTime(2).toISOString() };
    const requests = [download({ limit, ...window })];
    const { results } = await this.#page(requests[0]);
    if (results.length !== deepPageSize)
      throw new Error(`a window contains only ${results.length} changes: increase the number of domains`);
    const [changesMs, namesMs] = await this.#compare('page of a window', {
      ours: { origin: this.#ours, requests },
      reference: {
        origin: this.#ours,
        requests: prefixes(this.#context.options.domains, deepPageSize).map((search) => download({ search, limit })),
      },
    });
    return {
      label: `zones, first page of ${deepPageSize} changes in a window`,
      reference: 'the same number of names by a prefix',
      ratio: changesMs / namesMs,
      bound: { max: 1.3 },
      measured: `${changesMs.toFixed(2)} and ${namesMs.toFixed(2)} ms`,
    };
  }

  async measureDeepPage(): Promise<Measurement> {
    const first = await this.#page(download({ limit: String(deepPageSize) }));
    let page = first;
    for (let number = 2; number < deepPage && page.next_cursor !== undefined; number++) {
      if (number % 100 === 0) this.#context.onProgress(`page ${number}`);
      page = await this.#page(nextPage(page));
    }
    const [deepMs, secondMs] = await this.#compare('deep pages', {
      ours: { origin: this.#ours, requests: [nextPage(page)] },
      reference: { origin: this.#ours, requests: [nextPage(first)] },
    });
    return {
      label: `zones, page ${deepPage}`,
      reference: 'page 2 of the same session',
      ratio: deepMs / secondMs,
      bound: { max: 1.2 },
      measured: `${deepMs.toFixed(2)} and ${secondMs.toFixed(2)} ms, ${deepPageSize} observations each`,
    };
  }

  async measureOldSession(): Promise<Measurement> {
    const old = await this.#page(download({ limit: '1000' }));
    await importDays(this.#context, [4, 5, 6]);
    // The session may have expired; only its watermark matters.
    await this.#context.benchmark.withConnection(zoneDatabase, async (sql) => {
      await sql`update zones.session set expires_at = expires_at + 86400000`;
    });
    const head = await this.#page(download({ limit: '1000' }));
    const [oldMs, newMs] = await this.#compare('sessions', {
      ours: { origin: this.#ours, requests: [nextPage(old, '1000')] },
      reference: { origin: this.#ours, requests: [nextPage(head, '1000')] },
    });
    return {
      label: 'zones, page of a session three imports old',
      reference: 'page of a current session',
      ratio: oldMs / newMs,
      bound: { max: 3 },
      measured: `${oldMs.toFixed(2)} and ${newMs.toFixed(2)} ms, 1000 observations each`,
    };
  }

  async measureWildcards(): Promise<Measurement[]> {
    return [
      await this.#measureWildcard({ label: 'no match, four letters in a row', search: '*qqqq*', milliseconds: 100 }),
      await this.#measureWildcard({ label: 'few matches, two letters', search: '*qq9*z.com', milliseconds: 2000 }),
      await this.#measureWildcard({ label: 'no match, one letter', search: '*-*', milliseconds: 2000 }),
      await this.#measureWildcard({ label: 'many matches', search: '*shop*', milliseconds: 2000 }),
    ];
  }

  async #measureWildcard(query: { label: string; search: string; milliseconds: number }): Promise<Measurement> {
    const { search, milliseconds } = query;
    const label = `zones, wildcard ${search}: ${query.label}`;
    const reference = `${milliseconds} ms`;
    const timesMs: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      this.#context.onProgress(`wildcard ${search}`);
      const startMs = performance.now();
      const response = await fetch(new URL(download({ search }).path, this.#ours), { headers });
      await response.arrayBuffer();
      timesMs.push(performance.now() - startMs);
      const { status } = response;
      if (![200, 404].includes(status))
        return failedMeasurement({ label, reference, reason: `the search returns status ${status}` });
    }
    const durationMs = median(timesMs);
    return {
      ...{ label, reference },
      ratio: durationMs / milliseconds,
      bound: { max: milliseconds < 1000 ? 1 : 1.1 },
      measured: `${durationMs.toFixed(0)} ms`,
    };
  }

  async #page(request: LoadRequest | undefined): Promise<Page> {
    const competitor = { name: 'rampart', origin: this.#ours, requests: request === undefined ? [] : [request] };
    return (await send(competitor)) as Page; // The documented response.
  }

  async #compare(
    label: string,
    targets: Record<'ours' | 'reference', { origin: string; requests: readonly LoadRequest[] }>,
  ): Promise<[number, number]> {
    const { benchmark, options, onProgress } = this.#context;
    const competitors = Object.entries(targets).map(([name, competitor]) => ({ name, ...competitor }));
    for (const competitor of competitors) await send(competitor);
    const measured = await measure({
      ...{ load: benchmark.load, competitors, connections },
      seconds: Math.min(options.seconds, limits.seconds),
      rounds: Math.min(options.rounds, limits.rounds),
      onProgress: (message) => onProgress(`${label}, ${message}`),
    });
    return [resultOf(measured, 'ours').medianMs, resultOf(measured, 'reference').medianMs];
  }
}

/** Returns prefixes of labels, each with more names than a page. Labels begin with their encoded index. */
function prefixes(domains: number, limit: number): string[] {
  const free = limit > 1000 ? 3 : 2;
  const letters = countedLetters(domains) - free;
  const count = Math.min(9, Math.floor(domains / 26 ** free));
  return Array.from({ length: count }, (_, index) => encodeLetters(index, letters));
}

function download(query: Record<string, string>): LoadRequest {
  return { method: 'GET', path: `/api/v1/download/com.zone?${new URLSearchParams(query)}`, headers };
}

function nextPage({ pit, next_cursor }: Page, limit = String(deepPageSize)): LoadRequest {
  if (next_cursor === undefined) throw new Error('there is no next page: increase the number of domains');
  return download({ pit, after: next_cursor, limit });
}
