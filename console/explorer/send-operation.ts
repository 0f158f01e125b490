import type { GraphiQL } from 'graphiql';
import { Kind, type OperationDefinitionNode, OperationTypeNode, parse } from 'graphql';
import { createClient } from 'graphql-sse';
import type { ComponentProps } from 'react';
import { sessionHeaders } from '../shared/session-store.js';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];
type OperationParameters = Parameters<Fetcher>[0];

/**
 * Sends an operation to this server's graph with the session of the console, unless the headers editor has an
 * Authorization header. A subscription runs until the user stops it.
 */
export const sendOperation: Fetcher = (operation, options) => {
  const operations = operationsOf(operation.query);
  const parameters = { ...operation, operationName: nameOf(operation, operations) };
  const headers = new Headers(sessionHeaders);
  for (const [name, value] of Object.entries(options?.headers ?? {})) {
    headers.set(name, value);
  }
  return isSubscription(parameters, operations) ? subscribe(parameters, headers) : request(parameters, headers);
};

async function request(parameters: OperationParameters, headers: Headers) {
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/graphql-response+json, application/json');
  const response = await fetch('graphql', { method: 'POST', headers, body: JSON.stringify(parameters) });
  return response.json();
}

/**
 * Runs a subscription. An interruption ends it with an error, because a retry without a position would silently miss
 * responses.
 */
function subscribe({ query, variables, operationName }: OperationParameters, headers: Headers) {
  const client = createClient({
    url: new URL('graphql', document.baseURI).href,
    headers: Object.fromEntries(headers),
    retryAttempts: 0,
  });
  return client.iterate<Record<string, unknown>, Record<string, unknown>>({
    query,
    ...(variables && { variables }),
    ...(operationName && { operationName }),
  });
}

/**
 * Returns the operations in the text that is sent; empty if it is invalid. The operations that the editor passes can be
 * outdated.
 */
function operationsOf(query: string): readonly OperationDefinitionNode[] {
  try {
    return parse(query).definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  } catch {
    return []; // The server returns the syntax errors.
  }
}

/** The name of the only operation, or else the one that the user selected. */
function nameOf(
  { operationName }: OperationParameters,
  [first, ...others]: readonly OperationDefinitionNode[],
): string | undefined {
  return first === undefined || others.length > 0 ? (operationName ?? undefined) : first.name?.value;
}

function isSubscription(
  { operationName }: OperationParameters,
  operations: readonly OperationDefinitionNode[],
): boolean {
  return operations.some(
    ({ operation, name }) =>
      operation === OperationTypeNode.SUBSCRIPTION && (!operationName || name?.value === operationName),
  );
}
