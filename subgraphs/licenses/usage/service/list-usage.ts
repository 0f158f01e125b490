import { type ConnectionRecord, connectionOf, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { invalidArgument } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { LicenseDependencies, LicenseRequest } from '../../dependencies.js';
import type { UsageChange } from '../../vocabulary.js';
import { countEntriesOf, selectHead, selectNewestEntries, selectNewestEntriesOf } from '../repository/log.js';

/** The check-ins of a day, as in an entry of the log. */
export interface CheckInsOfDay {
  /** The start of the day in UTC. */
  readonly day: Date;
  readonly controllers: number;
  readonly count: number;
  readonly root: string;
}

/** An entry of the log. */
export interface UsageEntryRecord {
  readonly position: number;
  readonly at: Date;
  readonly change: UsageChange;
  /** GUID of the controller; null for the check-ins of a day. */
  readonly guid: string | null;
  /** Expiration time of the machine file; null for other entries. */
  readonly expiresAt: Date | null;
  /** Null for other entries. */
  readonly checkIns: CheckInsOfDay | null;
  /** The entry as JSON, exactly as it is hashed. */
  readonly text: string;
}

export interface UsageEntryConnectionRecord extends ConnectionRecord<UsageEntryRecord> {
  readonly totalCount: number;
}

const order = 'usage';

/**
 * A page of the log, newest entry first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a size outside of 1–1000 or a cursor of another
 * list
 */
export async function listUsage(
  { database }: LicenseDependencies,
  request: LicenseRequest,
  page: { first?: number | null | undefined; after?: string | null | undefined; guid?: string | null | undefined },
): Promise<UsageEntryConnectionRecord> {
  authorize(request.caller, 'licenses.read');
  const size = pageSize(page.first);
  const isContinued = typeof page.after === 'string';
  const before = isContinued ? positionOf(page.after as string) : Number.MAX_SAFE_INTEGER;
  const guid = page.guid?.toLowerCase();
  const limit = size + 1;
  const { rows, totalCount } = await database.read(request, async (sql) => {
    if (guid === undefined) {
      const head = await selectHead(sql);
      return { rows: await selectNewestEntries(sql, { before, limit }), totalCount: head?.size ?? 0 };
    }
    if (!isUuid(guid)) return { rows: [], totalCount: 0 };
    const counted = await countEntriesOf(sql, { guid });
    return { rows: await selectNewestEntriesOf(sql, { before, limit, guid }), totalCount: counted?.total ?? 0 };
  });
  const edges = rows.map(({ position, entry }) => ({
    cursor: encodeCursor({ order, value: position, ids: [] }),
    node: recordOf(entry),
  }));
  return { ...connectionOf({ edges, size, isContinued }), totalCount };
}

function positionOf(cursor: string): number {
  const { value } = decodeCursor(cursor, { order, ids: 0 });
  if (Number.isSafeInteger(value)) return value;
  throw invalidArgument('after', 'The cursor does not belong to this list: pass a cursor of this list');
}

/** The jobs that append entries write this shape. */
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

function recordOf(text: string): UsageEntryRecord {
  const {
    position,
    at,
    change,
    guid,
    expiresAt,
    day,
    controllers = 0,
    checkIns = 0,
    root = '',
  } = JSON.parse(text) as StoredEntry;
  const ofDay = day === undefined ? null : { day: new Date(day), controllers, count: checkIns, root };
  return {
    position,
    at: new Date(at),
    change,
    guid: guid ?? null,
    expiresAt: dateOf(expiresAt),
    checkIns: ofDay,
    text,
  };
}

function dateOf(time: string | undefined): Date | null {
  return time === undefined ? null : new Date(time);
}
