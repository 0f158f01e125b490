import { createHash } from 'node:crypto';
import { ApolloGateway, LocalGraphQLDataSource } from '@apollo/gateway';
import { type ExecutionResult, parse } from 'graphql';
import { buildGraph, InProcessDataSource } from '../../gateway/index.js';
import { anonymous, type RequestContext } from '../../platform/caller.js';
import { library, librarySupergraph } from '../data/library.js';
import { median } from '../measure.js';
import type { Measurement } from '../report.js';
import type { SuiteContext } from './suite.js';

type Executor = Awaited<ReturnType<ApolloGateway['load']>>['executor'];
type Execute = () => Promise<ExecutionResult>;

/**
 * The operations, with minimum ratios that are half of the measured ones, so other load on the machine causes no miss.
 */
const operations = [
  { label: 'one fetch: 100 books', document: '{ books(first: 100) { id title year author { name } } }', min: 2 },
  {
    label: 'three subgraphs: 20 books with reviews and stock',
    document: '{ books(first: 20) { title reviews { stars text } stock { left } } }',
    min: 1.5,
  },
  { label: 'an entity of another subgraph', document: '{ books(first: 1) { stock { left } } }', min: 1.5 },
] as const;

/**
 * Compares the executor with that of @apollo/gateway: the same supergraph and in-process subgraphs, no database, no
 * HTTP.
 */
export async function executorSuite({ options, onProgress }: SuiteContext): Promise<Measurement[]> {
  const gateway = new ApolloGateway({
    supergraphSdl: librarySupergraph,
    buildService: ({ name }) => new LocalGraphQLDataSource(schemaOf(name)),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const { executor, schema } = await gateway.load();
  const dataSources = new Map(
    [...library].map(([name, subgraph]) => [
      name,
      new InProcessDataSource({ schema: subgraph, createContext: (context) => context }),
    ]),
  );
  const graph = buildGraph({ supergraphSdl: librarySupergraph, dataSources });
  try {
    const measurements: Measurement[] = [];
    for (const { label, document, min } of operations) {
      const prepared = graph.prepare({ document });
      const ours: Execute = () => prepared.execute({ variables: {}, context });
      const stock = stockExecution(executor, { document, schema });
      onProgress(`executor: ${label}`);
      measurements.push(await compare({ label, ours, stock, min, ...options }));
    }
    return measurements;
  } finally {
    await gateway.stop();
  }
}

const context: RequestContext = {
  ...{ caller: anonymous, via: 'graphql', sourceAddress: '127.0.0.1', requestId: 'r-1' },
  signal: new AbortController().signal,
};

function schemaOf(name: string) {
  const schema = library.get(name);
  if (schema === undefined) throw new Error(`the library has no subgraph ${name}`);
  return schema;
}

/** Parses, validates and plans an operation once, as Apollo Server does, and returns a function that executes it. */
function stockExecution(executor: Executor, { document, schema }: { document: string; schema: object }): Execute {
  const request = {
    request: { query: document },
    document: parse(document),
    queryHash: createHash('sha256').update(document).digest('hex'),
    ...{ context, metrics: {}, schema, logger: console },
  };
  // The executor uses only these members of Apollo Server's request context.
  return () => executor(request as unknown as Parameters<Executor>[0]) as Promise<ExecutionResult>;
}

interface Comparison {
  readonly label: string;
  readonly ours: Execute;
  readonly stock: Execute;
  readonly min: number;
  readonly seconds: number;
  readonly rounds: number;
}

async function compare({ label, ours, stock, min, seconds, rounds }: Comparison): Promise<Measurement> {
  await assertSame(label, await ours(), await stock());
  const rates = { ours: [] as number[], stock: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const rate = { ours: await rateOf(ours, seconds / 2), stock: await rateOf(stock, seconds / 2) };
    // The first round is a warm-up.
    if (round === 0) continue;
    rates.ours.push(rate.ours);
    rates.stock.push(rate.stock);
  }
  const [ownRate, reference] = [median(rates.ours), median(rates.stock)];
  const measured = `${Math.round(ownRate)} vs ${Math.round(reference)} operations/s`;
  return { label, reference: '@apollo/gateway’s executor', ratio: ownRate / reference, bound: { min }, measured };
}

async function assertSame(label: string, own: ExecutionResult, reference: ExecutionResult): Promise<void> {
  const [ownResult, referenceResult] = [own, reference].map(({ data, errors }) => JSON.stringify({ data, errors }));
  if (ownResult !== referenceResult) {
    const results = `${ownResult?.slice(0, 200)} and ${referenceResult?.slice(0, 200)}`;
    throw new Error(`${label}: the results differ: ${results}`);
  }
}

const concurrent = 16;

/** Operations per second with `concurrent` operations in progress. */
async function rateOf(execute: Execute, seconds: number): Promise<number> {
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  let count = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < endMs) {
      await execute();
      count++;
    }
  };
  await Promise.all(Array.from({ length: concurrent }, client));
  return (count * 1000) / (performance.now() - startMs);
}
