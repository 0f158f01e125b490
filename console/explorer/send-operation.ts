import type { GraphiQL } from 'graphiql';
import { type DocumentNode, Kind, OperationTypeNode } from 'graphql';
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
  return isSubscription(parameters.operationName, options?.documentAST)
    ? subscribe(parameters, headers)
    : request(parameters, headers);
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

function isSubscription(name: string | null | undefined, document: DocumentNode | undefined): boolean {
  return (document?.definitions ?? []).some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.SUBSCRIPTION &&
      (!name || definition.name?.value === name),
  );
}
