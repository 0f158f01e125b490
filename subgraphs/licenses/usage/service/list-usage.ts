import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeIntegerCursor, encodeCursor } from '../../../../platform/cursor.js';
import { isUuid } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { LicenseDependencies, LicenseRequest } from '../../dependencies.js';
import type { UsageChange } from '../../vocabulary.js';
import { countEntriesOf, selectHead, selectNewestEntries, selectNewestEntriesOf } from '../repository/log.js';

/** An entry of the usage log, with the field names of the GraphQL schema. */
export type UsageEntryRecord = ReturnType<typeof recordOf>;

export interface UsageEntryConnectionRecord extends ConnectionRecord<UsageEntryRecord> {
  readonly totalCount: number;
}

const order = 'usage';

/**
 * A page of the usage log, newest entry first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a page size outside of 1–1000 or a cursor of
 * another list
 */
export async function listUsage(
  { database }: LicenseDependencies,
  request: LicenseRequest,
  page: { first?: number | null | undefined; after?: string | null | undefined; guid?: string | null | undefined },
): Promise<UsageEntryConnectionRecord> {
  authorize(request.caller, 'licenses.read');
  const size = pageSize(page.first);
  const after = decodeIntegerCursor(page.after, order);
  const before = after ?? Number.MAX_SAFE_INTEGER;
  const guid = page.guid?.toLowerCase();
  const limit = size + 1;
  const { rows, totalCount } = await database.read(request, async (sql) => {
    if (guid === undefined) {
      const head = await selectHead(sql);
      return { rows: await selectNewestEntries(sql, { before, limit }), totalCount: head?.size ?? 0 };
    }
    if (!isUuid(guid)) return { rows: [], totalCount: 0 };
    const entryCount = await countEntriesOf(sql, { guid });
    return { rows: await selectNewestEntriesOf(sql, { before, limit, guid }), totalCount: entryCount?.total ?? 0 };
  });
  const edges = rows.map(({ position, entry }) => ({
    cursor: encodeCursor({ order, value: position, ids: [] }),
    node: recordOf(entry),
  }));
  return { ...connectionOf({ edges, size, isContinued: after !== null }), totalCount };
}

/** The JSON of a usage log entry, as written by the jobs that append entries. */
interface StoredEntry {
  readonly position: number;
  readonly at: string;
  readonly change: UsageChange;
  readonly guid?: string;
  readonly expiresAt?: string;
  readonly day?: string;
  readonly controllers?: number;
  readonly checkIns?: number;
  readonly root?: string;
}

/**
 * Converts the JSON of an entry, exactly as hashed, to a record. Fields that do not apply to the kind of entry are
 * null.
 */
function recordOf(text: string) {
  const { position, at, change, guid = null, expiresAt, day, ...ofDay } = JSON.parse(text) as StoredEntry;
  const { controllers = 0, checkIns: count = 0, root = '' } = ofDay;
  return {
    ...{ position, at: new Date(at), change, guid, text },
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
    checkIns: day === undefined ? null : { day: new Date(day), controllers, count, root },
  };
}
