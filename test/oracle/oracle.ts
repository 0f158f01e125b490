import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { buildGraph, RequestErrors } from '../../gateway/execution/index.js';
import { composeSupergraph } from '../../gateway/supergraph.js';
import { difference, refusedInPart } from './comparison.js';
import type { Subgraphs } from './draft.js';
import { type Operation, serveInvented, truthOf } from './servers.js';

/** What became of one operation. `refused`: all or some of it with an error that has a code. */
export type Verdict =
  | { readonly kind: 'right' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'wrong'; readonly why: string };

/** A supergraph whose answers can be judged. */
export interface Oracle {
  readonly schema: GraphQLSchema;
  /** @param answer what answers instead of the executor in this process, for example a gateway over HTTP */
  judge(operation: Operation, answer?: Answer): Promise<Verdict>;
}

export type Answer = (operation: Operation) => Promise<ExecutionResult>;

/** Composes the subgraphs. Undefined where they do not compose. */
export function buildOracle(subgraphs: Subgraphs): Oracle | undefined {
  const supergraphSdl = compose(subgraphs);
  if (supergraphSdl === undefined) return undefined;
  const graph = buildGraph({ supergraphSdl, dataSources: serveInvented(subgraphs) });
  const truth = truthOf(subgraphs, graph.apiSchema);
  const context = { signal: new AbortController().signal, requestId: 'oracle' };
  const answerHere: Answer = async ({ document, variables }) =>
    await graph.prepare({ document }).execute({ variables, context });
  return {
    schema: graph.apiSchema,
    async judge(operation, answer = answerHere) {
      const expected = await truth(operation);
      try {
        const actual = await answer(operation);
        if (actual.data === undefined)
          return { kind: 'refused', why: actual.errors?.[0]?.message ?? 'without a reason' };
        const refusal = refusedInPart(actual, expected);
        if (refusal !== undefined) return { kind: 'refused', why: refusal };
        const why = difference(actual, expected);
        return why === undefined ? { kind: 'right' } : { kind: 'wrong', why };
      } catch (error) {
        if (error instanceof RequestErrors) return { kind: 'refused', why: error.message };
        return { kind: 'wrong', why: `thrown: ${error instanceof Error ? error.stack : String(error)}` };
      }
    },
  };
}

function compose(subgraphs: Subgraphs): string | undefined {
  try {
    return composeSupergraph(Object.entries(subgraphs).map(([name, typeDefs]) => ({ name, typeDefs })));
  } catch {
    return undefined;
  }
}
