import type { Caller } from '../../platform/caller.js';
import { isPermitted } from '../../platform/permissions/index.js';
import {
  type DocumentStore,
  failure,
  type PreparedDocuments,
  type ReadyOperation,
  type RequestFailure,
} from '../documents/index.js';
import type { GraphqlParameters } from './graphql-parameters.js';

export interface RequestedOperationOptions {
  readonly documents: Pick<PreparedDocuments, 'operation'>;
  readonly store: DocumentStore;
  readonly maxCost: number;
  mayIntrospect(caller: Caller): boolean;
}

/**
 * Returns the requested operation after checking the caller's access and the limits.
 * @throws {RequestFailure} if it does not exist, the caller may not execute it, or its cost exceeds the maximum
 */
export function requestedOperation(
  parameters: GraphqlParameters,
  caller: Caller,
  { documents, store, maxCost, mayIntrospect }: RequestedOperationOptions,
): ReadyOperation {
  const text = store.text(parameters, isPermitted(caller, 'documents.any'));
  const operation = documents.operation(text, parameters.operationName);
  if (operation.usesIntrospection && !mayIntrospect(caller)) {
    throw failure(
      'INTROSPECTION_DISABLED',
      'Introspection requires an operator token with the role admin, analyst or viewer.',
    );
  }
  const { variables, hasExactNumbers } = parameters;
  const cost = operation.cost(hasExactNumbers ? JSON.parse(JSON.stringify(variables)) : variables);
  // The negation also rejects NaN.
  if (!(cost <= maxCost)) throw tooExpensive(cost, maxCost);
  return operation;
}

/** The parameters, whose numbers are what the variables of the operation accept. */
export function typedParameters(parameters: GraphqlParameters, operation: ReadyOperation): GraphqlParameters {
  if (!parameters.hasExactNumbers) return parameters;
  return { ...parameters, variables: operation.withTypedNumbers(parameters.variables) };
}

function tooExpensive(cost: number, maximum: number): RequestFailure {
  const costLimitText = Number.isFinite(cost) ? Math.ceil(cost) : null;
  return failure(
    'QUERY_TOO_EXPENSIVE',
    `The cost of the operation is ${costLimitText ?? 'not finite'}; the maximum is ${maximum}. Request smaller pages (first, last) or fewer nested lists.`,
    { cost: costLimitText, maximum },
  );
}
