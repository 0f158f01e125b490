import type { ExecutionResult, GraphQLSchema } from 'graphql';
import {
  buildGraph,
  type ExecutionContext,
  type FederatedGraph,
  isIncremental,
  type PreparedOperation,
  RequestErrors,
} from '../../gateway/execution/index.js';
import { composeSupergraph } from '../../gateway/supergraph.js';
import { difference, rejectedInPart, type Verdict } from './comparison.js';
import { includeSelf, type Part, type PartsOfResponse } from './deferred-truth.js';
import { judgeDeferred } from './deferred-verdict.js';
import type { Subgraphs } from './draft.js';
import { type Operation, serveInvented, truthOf } from './servers.js';

/** Judges operations over a supergraph. */
export interface Oracle {
  readonly schema: GraphQLSchema;
  /** @param executor executes the operation; default: the executor in this process */
  judge(operation: Operation, executor?: Executor): Promise<Verdict>;
}

/** Executes the operations. */
export interface Executor {
  readonly execute: (operation: Operation) => Promise<ExecutionResult>;
  /** Executes operations with `@defer`. */
  readonly executeDeferred: ExecuteDeferred;
}

/** The response in parts in its serialized form; `rejected` for a response without data. */
export type ExecuteDeferred = (operation: Operation) => Promise<PartsOfResponse | { readonly rejected: string }>;

/** Composes the subgraphs; undefined if composition fails. */
export function buildOracle(subgraphs: Subgraphs): Oracle | undefined {
  const supergraphSdl = compose(subgraphs);
  if (supergraphSdl === undefined) return undefined;
  const graph = buildGraph({ supergraphSdl, dataSources: serveInvented(subgraphs) });
  const schema = graph.apiSchema;
  const truth = truthOf(subgraphs, schema);
  const selfTruth = truthOf(subgraphs, includeSelf(schema));
  const inProcess = executorOf(graph);
  const judgeWhole = async (operation: Operation, execute: Executor['execute']): Promise<Verdict> => {
    const expected = await truth(operation);
    const actual = await execute(operation);
    if (actual.data === undefined)
      return { kind: 'rejected', reason: actual.errors?.[0]?.message ?? 'without a reason' };
    const rejection = rejectedInPart(actual, expected);
    if (rejection !== undefined) return { kind: 'rejected', reason: rejection };
    const reason = difference(actual, expected);
    return reason === undefined ? { kind: 'right' } : { kind: 'wrong', reason };
  };
  const judgeInParts = async (operation: Operation, executeDeferred: ExecuteDeferred): Promise<Verdict> => {
    const actual = await executeDeferred(operation);
    if ('rejected' in actual) return { kind: 'rejected', reason: actual.rejected };
    return await judgeDeferred({ operation, schema, actual, truth: selfTruth });
  };
  return {
    schema,
    async judge(operation, { execute, executeDeferred } = inProcess) {
      try {
        if (operation.document.includes('@defer')) return await judgeInParts(operation, executeDeferred);
        return await judgeWhole(operation, execute);
      } catch (error) {
        if (error instanceof RequestErrors) return { kind: 'rejected', reason: error.message };
        return { kind: 'wrong', reason: `thrown: ${error instanceof Error ? error.stack : String(error)}` };
      }
    },
  };
}

/** Executes operations with the executor in this process. */
function executorOf(graph: FederatedGraph): Executor {
  const context = { signal: new AbortController().signal, requestId: 'oracle' };
  return {
    execute: async ({ document, variables }) => await graph.prepare({ document }).execute({ variables, context }),
    executeDeferred: (operation) =>
      executeDeferred(graph.prepare({ document: operation.document }), operation, context),
  };
}

async function executeDeferred(
  { execute, executeIncrementally = execute }: PreparedOperation,
  { variables }: Operation,
  context: ExecutionContext,
): ReturnType<ExecuteDeferred> {
  const result = await executeIncrementally({ variables: { ...variables }, context });
  const initial = isIncremental(result) ? result.initial : result;
  if (initial.data === undefined) return { rejected: initial.errors?.[0]?.message ?? 'without a reason' };
  const errors = [...(initial.errors ?? [])];
  const extensions = [initial.extensions];
  const data = structuredClone(initial.data) as PartsOfResponse['data'];
  const parts: Part[] = [];
  for await (const delivery of isIncremental(result) ? result.subsequentResults : []) {
    for (const part of delivery.parts) {
      const { label = '', path } = part.pending;
      parts.push({ label, path, data: structuredClone(part.data) });
      errors.push(...(part.errors ?? []));
      extensions.push(part.extensions);
    }
  }
  const violation = extensions.find((extension) => extension !== undefined);
  if (violation !== undefined) throw new Error(`value completion: ${JSON.stringify(violation)}`);
  return { data, parts, errors: errors.map((error) => error.toJSON()) };
}

function compose(subgraphs: Subgraphs): string | undefined {
  try {
    return composeSupergraph(Object.entries(subgraphs).map(([name, typeDefs]) => ({ name, typeDefs })));
  } catch {
    return undefined;
  }
}
