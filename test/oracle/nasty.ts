import { buildGraph, type FederatedGraph } from '../../gateway/execution/index.js';
import { composeSupergraph } from '../../gateway/supergraph.js';
import type { Subgraphs } from './draft.js';
import { Random } from './random.js';

/** An operation that is hard to plan, with its supergraph. */
interface NastyCase {
  readonly graph: FederatedGraph;
  readonly document: string;
}

/** Statistics of planning the cases. */
export interface NastyTally {
  planned: number;
  /** Number of errors by code. */
  readonly rejected: Map<string, number>;
  /** Time until the slowest plan or error, and the longest time that the event loop was blocked. */
  slowestMs: number;
  maxPauseMs: number;
  /** Maximum CPU time of this process for one case, which depends less on other load of the machine. */
  maxCpuMs: number;
  readonly tooSlow: { readonly document: string; readonly milliseconds: number }[];
}

const operationsPerSupergraph = 25;
/** Data sources return nothing, because only plans matter. */
const silent = { execute: () => ({ data: null }) };
const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@interfaceObject"])`;

/** Plans operations that are hard to plan, one at a time. */
export async function runNasty(options: {
  readonly count: number;
  readonly seed: number;
  readonly maxMs: number;
  readonly onProgress?: (done: number) => void;
}): Promise<NastyTally> {
  const tally: NastyTally = {
    planned: 0,
    rejected: new Map(),
    slowestMs: 0,
    maxPauseMs: 0,
    maxCpuMs: 0,
    tooSlow: [],
  };
  let done = 0;
  for (let seed = options.seed; done < options.count; seed++) {
    const random = new Random(seed);
    const subgraphs = inventNastySubgraphs(random);
    const graph = graphOf(subgraphs);
    await execute({ graph, document: '{ node { id } }' });
    for (let index = 0; index < operationsPerSupergraph && done < options.count; index++, done++) {
      await judge({ graph, document: inventNastyOperation(random) }, options.maxMs, tally);
    }
    options.onProgress?.(done);
  }
  return tally;
}

async function judge(nasty: NastyCase, maxMs: number, tally: NastyTally): Promise<void> {
  const pauses = watchPauses();
  const startedAt = performance.now();
  const usage = process.cpuUsage();
  const code = await execute(nasty);
  const milliseconds = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(usage);
  tally.maxPauseMs = Math.max(tally.maxPauseMs, pauses.stop());
  tally.maxCpuMs = Math.max(tally.maxCpuMs, (user + system) / 1000);
  tally.slowestMs = Math.max(tally.slowestMs, milliseconds);
  if (code === undefined) tally.planned++;
  else tally.rejected.set(String(code), (tally.rejected.get(String(code)) ?? 0) + 1);
  if (milliseconds > maxMs) tally.tooSlow.push({ document: nasty.document, milliseconds });
}

/** Runs the operation without data, and returns the code of its error; undefined if there is none. */
async function execute({ graph, document }: NastyCase): Promise<unknown> {
  const context = { signal: new AbortController().signal, requestId: 'nasty' };
  try {
    const { errors, data } = await graph.prepare({ document }).execute({ variables: {}, context });
    return data === undefined ? errors?.[0]?.extensions.code : undefined;
  } catch (error) {
    return (error as { errors?: readonly { extensions: { code?: unknown } }[] }).errors?.[0]?.extensions.code; // The format of an error of the graph.
  }
}

/** Measures the longest time that the event loop is blocked. */
function watchPauses(): { stop(): number } {
  let maxPauseMs = 0;
  let last = performance.now();
  const measure = (): void => {
    const now = performance.now();
    maxPauseMs = Math.max(maxPauseMs, now - last);
    last = now;
  };
  const pulse = setInterval(measure, 2);
  return {
    stop() {
      clearInterval(pulse);
      measure();
      return maxPauseMs;
    },
  };
}

function graphOf(subgraphs: Subgraphs): FederatedGraph {
  const names = Object.keys(subgraphs);
  return buildGraph({
    supergraphSdl: composeSupergraph(names.map((name) => ({ name, typeDefs: subgraphs[name] ?? '' }))),
    dataSources: Object.fromEntries(names.map((name) => [name, silent])),
  });
}

/**
 * Subgraphs in which an object is reachable in many ways. All have `node`, and nodes have the fields `next` and
 * `other`.
 */
function inventNastySubgraphs(random: Random): Subgraphs {
  const types = ['A', 'B', 'C', 'D'].slice(0, 2 + random.below(3));
  const count = 1 + random.below(4);
  const names = Array.from({ length: count }, (_, index) => `s${index}`);
  return random.chance(50) ? interfaceObjects(types, names) : overlaps(types, names, random);
}

/** Interface objects whose fields return the interface. */
function interfaceObjects(types: readonly string[], names: readonly string[]): Subgraphs {
  const home = `${link}
    type Query { node: Node }
    interface Node @key(fields: "id") { id: ID! }
    ${types.map((type) => `type ${type} implements Node @key(fields: "id") { id: ID! title: String next${type}: ${type} }`).join('\n')}`;
  const others = names.map((name, index) => [
    name,
    `${link}
    type Node @key(fields: "id") @interfaceObject { id: ID! ${index === 0 ? 'next: Node other: Node' : ''} more${index}: Node value${index}: Int }`,
  ]);
  return { home, ...Object.fromEntries(others) };
}

/** Types with several keys, which all subgraphs share with most of their fields. */
function overlaps(types: readonly string[], names: readonly string[], random: Random): Subgraphs {
  const keys = ['id', 'code', 'id part', 'ref { rid }'];
  const subgraph = (index: number): string => {
    const typeDefs = types.map((type) => {
      const own = random.some(keys, 2).map((key) => `@key(fields: "${key}")`);
      return `type ${type} implements Node ${own.join(' ')} {
        id: ID! @shareable code: String! @shareable part: String! @shareable ref: Ref! @shareable
        title: String @shareable next: Node @shareable other: Node @shareable next${type}: ${type} @shareable
        more${index}: Node value${index}: Int @shareable }`;
    });
    return `${link}
      type Query { node: Node @shareable }
      type Ref @shareable { rid: ID! }
      interface Node { id: ID! title: String next: Node other: Node }
      ${typeDefs.join('\n')}`;
  };
  return Object.fromEntries(['home', ...names].map((name, index) => [name, subgraph(index)]));
}

/** A deep operation with fragments on the types of nodes. */
function inventNastyOperation(random: Random): string {
  const depth = 2 + random.below(9);
  const nestedSelection = (level: number): string => {
    if (level === 0) return random.pick(['id', '... on A { title }', '... on A { title } ... on B { id title }']);
    const field = random.pick(['next', 'next', 'other']);
    const siblingFragment = random.chance(30) ? ' ... on B { title nextB { id } }' : '';
    const secondField = random.chance(15) ? ` again${level}: next { ${nestedSelection(Math.min(level - 1, 2))} }` : '';
    const inner = `${field} { ${nestedSelection(level - 1)} }`;
    return `${random.chance(25) ? `... on ${random.pick(['A', 'B', 'Node'])} { ${inner} }` : inner}${siblingFragment}${secondField}`;
  };
  return `{ node { ${nestedSelection(depth)} } }`;
}
