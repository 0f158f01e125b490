import { type ConnectionRecord, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeCursor } from '../../../../platform/cursor.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { readSearchPage } from './observation-page.js';
import type { ObservationRecord } from './pages.js';
import { sessionConnection } from './session-connection.js';

export interface ObservationSearchInput extends PageInput {
  zone: string;
  search?: string | null | undefined;
  start?: Date | null | undefined;
  end?: Date | null | undefined;
  at?: Date | null | undefined;
}

const order = 'observations';

/**
 * The search of `observationPage` as a connection. Its cursors contain the session and a position in it; a search
 * without matches returns an empty page.
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
  const { results, positionOf, nextCursor: next } = page;
  const rows = results.map((node, index) => ({ node, position: positionOf(index) }));
  return sessionConnection({ order, pit: page.pit, rows, next, size, isContinued: pit !== undefined });
}
