import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { readSearchPage } from './observation-page.js';
import type { ObservationRecord } from './pages.js';

export interface ObservationSearchInput {
  zone: string;
  search?: string | null | undefined;
  start?: Date | null | undefined;
  end?: Date | null | undefined;
  at?: Date | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}

const order = 'observations';

/**
 * The same search as a connection. Its cursors name the session and a position in it; a search without matches is
 * empty.
 * @throws {DomainError} as `observationPage`
 */
export async function searchObservations(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { first, after: cursor, start, end, at, ...input }: ObservationSearchInput,
): Promise<ConnectionRecord<ObservationRecord>> {
  const size = pageSize(first);
  const [pit, after] = cursor === null || cursor === undefined ? [] : decodeCursor(cursor, { order, ids: 2 }).ids;
  const bounds = { start: start?.toISOString(), end: end?.toISOString(), at: at?.toISOString() };
  const page = await readSearchPage(dependencies, request, { ...input, ...bounds, limit: size, pit, after });
  const cursorOf = (position: string): string => encodeCursor({ order, value: 0, ids: [page.pit, position] });
  const edges = page.results.map((node, index) => ({ cursor: cursorOf(page.positionOf(index)), node }));
  const connection = connectionOf({ edges, size, isContinued: pit !== undefined });
  const { nextCursor } = page;
  if (nextCursor === null) return connection;
  const { hasPreviousPage, startCursor } = connection.pageInfo;
  return {
    ...connection,
    pageInfo: { hasPreviousPage, hasNextPage: true, startCursor, endCursor: cursorOf(nextCursor) },
  };
}
