import { createClient, type ExecutionResult } from 'graphql-sse';
import { AlertChangesDocument, type AlertChangesSubscription } from './generated/operations.ts';
import { authorization, type Server } from './graph.ts';

/** A response of the subscription, and the position to resume after. */
type Response = ExecutionResult<AlertChangesSubscription, { readonly position?: string }>;

/**
 * Yields open alerts when they change, each with fields of other domains, until the signal aborts. After a lost
 * connection, reconnects to any available replica and resumes after the last response, so no later change is missed.
 * @throws the error of the client if the server rejects the subscription
 */
export async function* followOpenAlerts(server: Server, signal: AbortSignal): AsyncGenerator<Response> {
  let position = '';
  const client = createClient({
    url: `${server.url}/graphql`,
    headers: () => ({ ...authorization(server), ...(position !== '' && { 'last-event-id': position }) }),
    retryAttempts: Number.POSITIVE_INFINITY,
  });
  signal.addEventListener('abort', () => client.dispose());
  const request = { query: AlertChangesDocument.toString(), variables: { filter: { status: ['OPEN'] } } };
  for await (const response of client.iterate<AlertChangesSubscription, { readonly position?: string }>(request)) {
    position = response.extensions?.position ?? position;
    yield response;
  }
}
