import type { GraphiQL } from 'graphiql';
import { Kind, OperationTypeNode, parse } from 'graphql';
import { createClient } from 'graphql-sse';
import type { ComponentProps } from 'react';
import { sessionHeaders } from '../shared/session-store.js';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];
type OperationParameters = Parameters<Fetcher>[0];

/**
 * Sends an operation to this server's graph with the session of the console, unless the headers editor has an
 * Authorization. A subscription runs until the user stops it.
 */
export const sendOperation: Fetcher = (parameters, options) => {
  const headers = new Headers(sessionHeaders);
  for (const [name, value] of Object.entries(options?.headers ?? {})) {
    headers.set(name, value);
  }
  return isSubscription(parameters) ? subscribe(parameters, headers) : request(parameters, headers);
};

async function request(parameters: OperationParameters, headers: Headers) {
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/graphql-response+json, application/json');
  const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(parameters) });
  return response.json();
}

/** An interrupted subscription ends with an error: repeated without a position, it would miss responses unnoticed. */
function subscribe({ query, variables, operationName }: OperationParameters, headers: Headers) {
  const client = createClient({ url: '/graphql', headers: Object.fromEntries(headers), retryAttempts: 0 });
  return client.iterate<Record<string, unknown>, Record<string, unknown>>({
    query,
    ...(variables && { variables }),
    ...(operationName && { operationName }),
  });
}

/** By the text that is sent: the parsed document of the editor can be older. */
function isSubscription({ query, operationName }: OperationParameters): boolean {
  try {
    return parse(query).definitions.some(
      (definition) =>
        definition.kind === Kind.OPERATION_DEFINITION &&
        definition.operation === OperationTypeNode.SUBSCRIPTION &&
        (!operationName || definition.name?.value === operationName),
    );
  } catch {
    return false; // The server says what is wrong with it.
  }
}
