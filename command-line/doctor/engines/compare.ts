import { isDeepStrictEqual } from 'node:util';
import type { ExecutionResult } from 'graphql';
import { maskErrors, type PublishedGraph } from '../../../gateway/index.js';
import type { RequestContext } from '../../../platform/caller.js';
import { silentLog } from '../../../platform/log.js';
import type { SampleQuery } from './sample-queries.js';

export interface Comparison {
  /** Number of queries that were executed on both engines. */
  readonly compared: number;
  /** Queries with values that change between requests on one engine; these values are not compared. */
  readonly changed: readonly string[];
  readonly differences: readonly Difference[];
}

interface Difference {
  readonly query: string;
  /** Path of the first difference, for example `data.alerts.nodes.0.id`. */
  readonly path: string;
}

export interface ComparedGraphs {
  readonly first: PublishedGraph;
  readonly second: PublishedGraph;
}

/**
 * Executes each query on both graphs. If the results differ, executes it again on the first graph, because cursors and
 * times change with each request.
 */
export async function compareGraphs(
  { first, second }: ComparedGraphs,
  queries: readonly SampleQuery[],
  context: RequestContext,
): Promise<Comparison> {
  const changed: string[] = [];
  const differences: Difference[] = [];
  for (const query of queries) {
    const result = await run(first, query, context);
    const otherResult = await run(second, query, context);
    if (isDeepStrictEqual(result, otherResult)) continue;
    const masked = maskVolatileValues(result, await run(first, query, context));
    if (!isDeepStrictEqual(masked, result)) changed.push(query.name);
    const path = differenceIn(masked, maskChanges(otherResult, masked));
    if (path !== undefined) differences.push({ query: query.name, path });
  }
  return { compared: queries.length, changed, differences };
}

/**
 * The compared part of a result: data, and errors by code and message. Engines may return errors in other orders and
 * with other paths.
 */
interface Outcome {
  readonly data: unknown;
  readonly errors: readonly string[];
}

async function run(graph: PublishedGraph, query: SampleQuery, context: RequestContext): Promise<Outcome> {
  const { document, operationName, variables } = query;
  return outcomeOf(await graph.prepare({ document, operationName }).execute({ variables, context }));
}

function outcomeOf({ data = null, errors = [] }: ExecutionResult): Outcome {
  const masked = maskErrors(errors, { log: silentLog, requestId: '' });
  const messages = new Set(masked.map(({ message, extensions: { code } }) => `${code} ${message}`));
  // Normalizes the prototypes of objects, which differ between engines.
  return { data: JSON.parse(JSON.stringify(data)), errors: [...messages].sort() };
}

/**
 * The path to the first difference of two JSON values; undefined if they are equal. The order of members is ignored.
 */
export function differenceIn(a: unknown, b: unknown): string | undefined {
  if (isDeepStrictEqual(a, b)) return undefined;
  if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return '';
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const name of names) {
    const path = differenceIn(a[name], b[name]);
    if (path !== undefined) return path === '' ? name : `${name}.${path}`;
  }
  return '';
}

/** The marker that replaces a value that changes between requests. */
const changedMarker = '(changes)';

/** Replaces the parts of a value that differ in a later value with a marker. */
export function maskVolatileValues(value: unknown, laterValue: unknown): unknown {
  if (isDeepStrictEqual(value, laterValue)) return value;
  if (Array.isArray(value) && Array.isArray(laterValue) && value.length === laterValue.length) {
    return value.map((item, index) => maskVolatileValues(item, laterValue[index]));
  }
  if (!isContainer(value) || !isContainer(laterValue) || Array.isArray(value) || Array.isArray(laterValue))
    return changedMarker;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, maskVolatileValues(member, laterValue[name])]),
  );
}

/** Replaces the parts of a value of the other engine that have the marker in `masked`. */
export function maskChanges(value: unknown, masked: unknown): unknown {
  if (masked === changedMarker) return changedMarker;
  if (Array.isArray(value) && Array.isArray(masked)) {
    return value.map((item, index) => maskChanges(item, masked[index]));
  }
  if (!isContainer(value) || !isContainer(masked) || Array.isArray(value) || Array.isArray(masked)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, maskChanges(member, masked[name])]));
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
