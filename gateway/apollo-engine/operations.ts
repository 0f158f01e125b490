import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  specifiedRules,
} from 'graphql';
import { untilAborted } from '../../platform/until-aborted.js';
import {
  abortError,
  finiteFloatsRule,
  RequestErrors,
  reservedResponseNamesRule,
  type SelectedOperation,
  selectOperation,
  toGraphQLError,
  validationErrors,
} from '../execution/index.js';
import type { OperationRequest, OperationToPrepare, PreparedOperation, PublishedGraph } from '../graph.js';
import { roundedLiteralsRule } from './rounded-literals.js';

/** A validated operation, and the text of its document, which Apollo's libraries require. */
export interface ValidOperation {
  readonly selected: SelectedOperation;
  readonly text: string;
}

/** Executes one operation for one request. Rejects if the whole operation fails. */
export type RunOperation = (operation: ValidOperation, request: OperationRequest) => Promise<ExecutionResult>;

/** Creates a graph that validates operations itself, and plans and executes them with Apollo's libraries. */
export function createApolloGraph(parts: {
  apiSchema: GraphQLSchema;
  supergraphSdl: string;
  run: RunOperation;
}): PublishedGraph {
  const { apiSchema, supergraphSdl, run } = parts;
  return { apiSchema, supergraphSdl, prepare: (request) => prepare(apiSchema, request, run) };
}

const rules = [...specifiedRules, reservedResponseNamesRule, finiteFloatsRule, roundedLiteralsRule];

/** @throws {RequestErrors} if the document is invalid */
function prepare(schema: GraphQLSchema, request: OperationToPrepare, run: RunOperation): PreparedOperation {
  const document = typeof request.document === 'string' ? parseDocument(request.document) : request.document;
  const errors = validationErrors(schema, document, { rules });
  if (errors.length > 0) throw new RequestErrors('validation', errors);
  const selected = selectOperation(document, request.operationName);
  const { operation, text } = selected;
  if (operation.operation === OperationTypeNode.SUBSCRIPTION) {
    throw new RequestErrors('validation', [new GraphQLError('Subscriptions are not supported', { nodes: operation })]);
  }
  const validOperation = { selected, text: request.text ?? text };
  return { document, operation, execute: (input) => runUntilAborted(() => run(validOperation, input), input) };
}

function parseDocument(text: string): ReturnType<typeof parse> {
  try {
    return parse(text);
  } catch (error) {
    throw new RequestErrors('syntax', [toGraphQLError(error)]);
  }
}

/**
 * Resolves to the result, or to an abort error as soon as the signal aborts, because Apollo's libraries wait for all
 * their fetches.
 */
async function runUntilAborted(
  run: () => Promise<ExecutionResult>,
  { context: { signal } }: OperationRequest,
): Promise<ExecutionResult> {
  const abortedResult = (): ExecutionResult => ({ errors: [abortError(signal)], data: null });
  if (signal.aborted) return abortedResult();
  try {
    return await untilAborted(signal, run());
  } catch (error) {
    return signal.aborted ? abortedResult() : { errors: [toGraphQLError(error)], data: null };
  }
}
