import { expect, test } from 'vitest';
import { databaseSettingsForTest } from '../support/index.js';
import { startServer } from '../support/running-server.js';

/**
 * Heap size of the server in megabytes. Without limits on its caches, these documents would need several times as much.
 */
const heapMegabytes = 200;
const rounds = Number(process.env.RAMPART_TEST_HOSTILE_ROUNDS ?? 4);
const documentsPerRound = 8;
/**
 * Maximum growth of the heap in the last round. The caches are full after three rounds; without limits, each round
 * would add at least 20 MB.
 */
const maxGrowthMegabytes = 12;
/**
 * Size of the young generation in megabytes: the engine's default. With a heap limit, the engine would choose a smaller
 * size, and spend half of the time on garbage collection.
 */
const youngMegabytes = 16;
/**
 * Options with which the server collects garbage on SIGUSR2. Otherwise, the engine would let garbage accumulate up to
 * the heap limit.
 */
const collectOnSignal = '--expose-gc --import=data:text/javascript,process.on(%22SIGUSR2%22,()=>gc())';

const alertFields =
  'id tenantId endpointId severity status platform attackProb confidence prediction relatedEndpoints modelName';
const nodes = `nodes { ${alertFields} endpoint { hostname domain { name } } evidence { notes item { name path } } }`;

interface Request {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: unknown;
}

/** Requests of a caller without a token, each with a different text, name, condition or filter. */
function hostileRequests(document: number): Request[] {
  const aliases = Array.from(
    { length: 18 },
    (_, index) => `a${index}_${document}: alerts(first: ${index + 1}) { ...F }`,
  );
  const large = `{ ${aliases.join(' ')} } fragment F on AlertConnection { ${nodes} }`;
  const operations = Array.from(
    { length: 50 },
    (_, index) => `query Q${index}_${document} { alerts(first: 1) { ...F } }`,
  );
  const named = `${operations.join('\n')} fragment F on AlertConnection { ${nodes} }`;
  const conditions = `query ($a: Boolean!, $b: Boolean!, $c: Boolean!, $d: Boolean!) { c${document}: alerts(first: 1) {
    totalCount @include(if: $a) pageInfo @include(if: $b) { endCursor } edges @skip(if: $c) { cursor } ${nodes.replace('nodes', 'nodes @include(if: $d)')} } }`;
  const filters = `query ($f: AlertFilter) { f${document}: alerts(first: 1, filter: $f) { ${nodes} } }`;
  return [
    { query: large },
    ...[0, 1, 2, 3].map((index) => ({ query: named, operationName: `Q${index * 7 + (document % 7)}_${document}` })),
    ...[0, 5, 10, 15].map((bits) => ({
      query: conditions,
      variables: { a: isBitSet(bits, 1), b: isBitSet(bits, 2), c: isBitSet(bits, 4), d: isBitSet(bits, 8) },
    })),
    ...[1, 2, 4, 7].map((bits) => ({ query: filters, variables: { f: filterOf(bits) } })),
    { query: named, operationName: 'unknown' },
    { query: `{ unknown${document} }` },
  ];
}

/** The last two documents are invalid; all others must be executed, or they fill no caches. */
const areExecuted = [...Array(13).fill(true), false, false];

function isBitSet(bits: number, place: number): boolean {
  return (bits & place) !== 0;
}

function filterOf(bits: number): Record<string, unknown> {
  return {
    ...(isBitSet(bits, 1) ? { tenantId: 'acme' } : {}),
    ...(isBitSet(bits, 2) ? { modelName: ['gat-2'] } : {}),
    ...(isBitSet(bits, 4) ? { status: ['OPEN'] } : {}),
  };
}

test('memory remains constant while a caller sends distinct documents, operation names, conditions and filters', async () => {
  const { command, addresses } = await startServer({
    ...(await databaseSettingsForTest()),
    // No request may end because the machine does other work.
    RAMPART_GRAPHQL_TIMEOUT_SECONDS: '300',
    NODE_OPTIONS: `--max-old-space-size=${heapMegabytes} --max-semi-space-size=${youngMegabytes} ${collectOnSignal}`,
  });
  const { graphql = '', rest = '' } = addresses;
  const isExecuted = async (request: Request): Promise<boolean> => {
    const response = await fetch(graphql, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    const { data } = (await response.json()) as { data?: object | null };
    return response.status === 200 && typeof data === 'object' && data !== null;
  };
  const readMetric = async (name: RegExp): Promise<number> => {
    const metrics = await (await fetch(`${rest}/metrics`)).text();
    return Number(name.exec(metrics)?.[1]);
  };
  // The metric does not exist before the first collection.
  const collections = async () => (await readMetric(/^nodejs_gc_duration_seconds_count\{kind="major"\} (\S+)/m)) || 0;
  const heapOf = async (): Promise<number> => {
    const before = await collections();
    const collect = async (): Promise<number> => {
      command.process.kill('SIGUSR2');
      return await collections();
    };
    await expect.poll(collect).toBeGreaterThan(before);
    return (await readMetric(/^nodejs_heap_size_used_bytes (\S+)/m)) / 1024 ** 2;
  };
  const heaps: number[] = [];
  let document = 0;
  for (let round = 0; round < rounds; round++) {
    for (let count = 0; count < documentsPerRound; count++) {
      expect(await Promise.all(hostileRequests(document++).map(isExecuted))).toEqual(areExecuted);
    }
    heaps.push(await heapOf());
  }
  console.log(
    `heap in MB after each of ${rounds} rounds of ${documentsPerRound} documents: ${heaps.map(Math.round).join(' ')}`,
  );
  const [last = 0, beforeLast = 0] = heaps.toReversed();
  expect(last - beforeLast).toBeLessThan(maxGrowthMegabytes);
  command.process.kill('SIGTERM');
  expect((await command.result).code).toBe(0);
});
