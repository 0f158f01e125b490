import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DomainError } from '../../platform/domain-error.js';
import {
  allPages,
  dayMs,
  hourMs,
  importContent,
  now,
  openSearchWorld,
  type SearchWorld,
  type ZoneContent,
} from './support/search-world.js';
import { ZoneModel } from './support/zone-model.js';

/** `a-b.com` sorts before `a.com`, and a name of one zone may be below another. */
const zoneNames = ['com', 'co.uk', 'uk', 'a-b', 'root', 'xn--p1ai'];
const label = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', '-', 'o', '0', 'z'), minLength: 1, maxLength: 4 }),
  fc.constantFrom('bank', 'my-bank', 'bank-a', 'a', 'a-b', 'a-b-c', 'co', 'bank.co', 'a.co', 'xn--a'),
);
const nameservers = fc.uniqueArray(fc.constantFrom('ns1.a.', 'ns2.a.', 'ns1.b.', 'ns2.b.'), {
  minLength: 1,
  maxLength: 3,
});
const content: fc.Arbitrary<ZoneContent> = fc.dictionary(
  label.map((text) => text.replace(/^-+|-+$/g, '0')),
  nameservers,
  { minKeys: 1, maxKeys: 40, noNullPrototype: true, size: 'max' },
);
const search = fc.constantFrom(
  '',
  'a',
  'b',
  'bank',
  'a-b',
  'a.c',
  'bank.co',
  'a-b.com',
  'a.',
  'bank.',
  '*bank*',
  '*a',
  'a*m',
  '*.uk',
  '*-*',
  'b*k*c*',
  '*ban*.co*',
);

const importStep = fc.record({
  zone: fc.constantFrom(...zoneNames),
  content,
  days: fc.double({ min: 0.01, max: 2, noNaN: true }),
});
const searchStep = fc.record({
  zone: fc.constantFrom('*', '*', ...zoneNames),
  search,
  limit: fc.constantFrom(1, 2, 3, 7, 20),
  /** Starts at or near the time of an import; null for the current state. */
  window: fc.option(
    fc.record({ import: fc.nat(), offsetMs: fc.integer({ min: -1, max: 1 }), days: fc.integer({ min: 1, max: 10 }) }),
    { freq: 1 },
  ),
  /** Imports between the pages. */
  meanwhile: fc.array(importStep, { minLength: 1, maxLength: 4, size: 'max' }),
});
type ImportStep = typeof importStep extends fc.Arbitrary<infer Step> ? Step : never;
type SearchStep = typeof searchStep extends fc.Arbitrary<infer Step> ? Step : never;

/** Number of runs, each on a new database. */
const runs = Number(process.env.RAMPART_TEST_SEARCH_RUNS ?? 3);

class Run {
  readonly model = new ZoneModel();
  readonly world: SearchWorld;
  #at = now - 183 * dayMs;
  readonly #times: number[] = [];

  constructor(world: SearchWorld) {
    this.world = world;
  }

  /** Imports with increasing times. */
  async import({ zone, content, days }: ImportStep): Promise<void> {
    this.#at = Math.floor(this.#at + days * dayMs);
    this.#times.push(this.#at);
    await importContent(this.world, { zone, content, at: this.#at });
    this.model.import({ zone, content, at: this.#at });
  }

  /** The longest window in days, plus one hour. */
  readonly #earliest = now - 180 * dayMs - hourMs;

  #boundsOf(window: NonNullable<SearchStep['window']>): { start: number; end: number } {
    const time = this.#times[window.import % this.#times.length] ?? 0;
    const start = Math.max(this.#earliest, time + window.offsetMs);
    return { start, end: start + window.days * dayMs };
  }

  async search({ zone, search, limit, window, meanwhile }: SearchStep): Promise<void> {
    const bounds = window === null ? null : this.#boundsOf(window);
    const { watermark } = this.model;
    const expected =
      bounds === null
        ? this.model.state({ zone, search, watermark, inactiveFrom: this.#earliest })
        : this.model.changes({ zone, search, watermark, ...bounds });
    const input =
      bounds === null ? {} : { start: new Date(bounds.start).toISOString(), end: new Date(bounds.end).toISOString() };
    const steps = [...meanwhile];
    const received = allPages(
      () => this.world,
      { zone, limit, ...input, ...(search === '' ? {} : { search }) },
      async () => {
        const step = steps.shift();
        if (step !== undefined) await this.import(step);
      },
    );
    expect(await received.catch(noResults)).toEqual(expected);
  }
}

function noResults(error: unknown): string[] {
  if (error instanceof DomainError && error.code === 'NOT_FOUND') return [];
  throw error;
}

test('searches return the results of a scan over all observations, even during imports', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(importStep, { minLength: 5, maxLength: 30, size: 'max' }),
      fc.array(fc.oneof({ weight: 3, arbitrary: searchStep }, { weight: 1, arbitrary: importStep }), {
        minLength: 10,
        maxLength: 30,
        size: 'max',
      }),
      async (imports, steps) => {
        const world = await openSearchWorld();
        try {
          const run = new Run(world);
          for (const step of imports) await run.import(step);
          for (const step of steps) await ('limit' in step ? run.search(step) : run.import(step));
        } finally {
          await world.test.close();
        }
      },
    ),
    { numRuns: runs, endOnFailure: true },
  );
});
