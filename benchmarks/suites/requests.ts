import { dashboardQuery } from '../../command-line/demo/dashboard-query.js';
import {
  dashboardAlerts,
  joinedLimit,
  joinedOperation,
  listLimit,
  listOperation,
  oneOperation,
} from '../competitors/operations.js';
import type { LoadRequest } from '../load/load.js';
import type { Competitor } from '../measure.js';

export const graphqlPath = '/graphql';

export function restList(): LoadRequest[] {
  return [{ method: 'GET', path: `/alerts?limit=${listLimit}` }];
}

/** The handwritten handler's page of alerts with their dossiers. */
export function handwrittenJoined(): LoadRequest[] {
  return [{ method: 'GET', path: '/joined' }];
}

export function restOne(ids: readonly string[]): LoadRequest[] {
  return ids.map((id) => ({ method: 'GET', path: `/alerts/${id}` }));
}

export function graphqlList(path = graphqlPath): LoadRequest[] {
  return [graphqlRequest(path, listOperation, { limit: listLimit })];
}

export function graphqlOne(ids: readonly string[], path = graphqlPath): LoadRequest[] {
  return ids.map((id) => graphqlRequest(path, oneOperation, { id }));
}

export function graphqlJoined(path = graphqlPath): LoadRequest[] {
  return [graphqlRequest(path, joinedOperation, { limit: joinedLimit })];
}

export function graphqlRequest(path: string, query: string, variables: Record<string, unknown>): LoadRequest {
  return { method: 'POST', path, body: JSON.stringify({ query, variables }) };
}

/** Returns the requests with this token in the Authorization header. */
export function addToken(requests: readonly LoadRequest[], token: string): LoadRequest[] {
  return requests.map((request) => ({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }));
}

export function graphqlDashboard(path = graphqlPath): LoadRequest[] {
  return [graphqlRequest(path, dashboardQuery, { first: dashboardAlerts })];
}

/**
 * Sends one request to each competitor and compares the responses, because a competitor that omits values would be
 * faster.
 * @throws {Error} if a response is an error, or has other values than the response of the first competitor
 */
export async function assertSameResponses(competitors: readonly Competitor[]): Promise<void> {
  let expected: string | undefined;
  for (const competitor of competitors) {
    const parsed = JSON.stringify(sortedValues(await send(competitor)));
    expected ??= parsed;
    if (parsed !== expected) {
      const first = [...parsed].findIndex((character, index) => character !== expected?.[index]);
      const from = Math.max(0, first - 100);
      throw new Error(
        `${competitor.name} and ${competitors[0]?.name} return different responses:\n…${parsed.slice(from, from + 500)}\n…${expected.slice(from, from + 500)}`,
      );
    }
  }
}

/**
 * Sends the first request to a competitor.
 * @throws {Error} for a status other than 200, and for GraphQL errors
 */
export async function send({ name, origin, requests: [request] }: Competitor): Promise<unknown> {
  if (request === undefined) throw new Error(`no requests are defined for ${name}`);
  const response = await fetch(new URL(request.path, origin), {
    method: request.method,
    headers: { ...request.headers, ...(request.method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${name} returns ${response.status}: ${text.slice(0, 500)}`);
  const parsed: { errors?: unknown } = JSON.parse(text);
  if (parsed.errors !== undefined) throw new Error(`${name} returns errors: ${text.slice(0, 500)}`);
  return parsed;
}

/** Fields of REST responses that repeat parameters of the request; GraphQL responses do not have them. */
const echoedFields = ['limit', 'offset'];

/**
 * All values of a response, sorted, without names and nesting. Enum values are in one case, times in whole Unix epoch
 * seconds.
 */
function sortedValues(parsed: unknown): unknown[] {
  if (typeof parsed === 'object' && parsed !== null) {
    const entries = Object.entries(parsed).filter(([name]) => !echoedFields.includes(name));
    return entries.flatMap(([, value]) => sortedValues(value)).sort();
  }
  // The graph has milliseconds, REST the precision of the database.
  if (typeof parsed === 'number') return [parsed > 1e9 ? Math.floor(parsed) : parsed];
  if (typeof parsed !== 'string') return [parsed];
  return [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(parsed) ? Math.floor(Date.parse(parsed) / 1000) : parsed.toLowerCase()];
}
