import type { Caller } from '../../../../platform/caller.js';
import { type ConnectionRecord, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, invalidCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { parseJson } from '../../../../platform/parse-json.js';
import {
  type AccountAccess,
  requireAccess,
  runCharged,
  type Tier,
  type TierLimits,
  tierLimits,
} from '../../accounts/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import { isServerFailure } from '../rules/failures.js';
import { continueSession, hasOtherTier, openSession } from './observation-page.js';
import { sessionConnection } from './session-connection.js';

/** A page of rows in order. */
export interface ListPage<Node, Position> {
  readonly rows: readonly { readonly node: Node; readonly position: Position }[];
  /** Position of the next page; null if this is the last one. A short or empty page is not necessarily the last one. */
  readonly next: Position | null;
}

interface StoredList<Prepared> {
  /** Name of the list. */
  readonly list: string;
  /** Arguments of the first page, which all pages share. */
  readonly args: object;
  readonly prepared: Prepared;
  /** Tier for which the list was prepared; absent in sessions of earlier releases, and of lists that no tier limits. */
  readonly tier?: Tier;
}

/** A list whose first page counts as one query toward the quota of an account, like the first page of a search. */
export interface ChargedList<Arguments extends object, Prepared, Node, Position> {
  /** Unique name; cursors contain it. */
  readonly name: string;
  readonly args: Arguments;
  /**
   * Validates the arguments for a tier, and returns the data that all pages need, with the newest ingest that they
   * show.
   */
  prepare(tier: { limits: TierLimits; isOperator: boolean }): Promise<{ watermark: number; prepared: Prepared }>;
  read(page: {
    prepared: Prepared;
    watermark: number;
    after: Position | null;
    limit: number;
  }): Promise<ListPage<Node, Position>>;
  /** Whether a value of a cursor is a position of this list. */
  isPosition(value: unknown): value is Position;
}

/**
 * A page of a list. Its cursors contain the session that the first page has opened, so all pages show the same
 * snapshot and only the first one is counted.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, QUOTA_EXCEEDED, GONE for an expired session
 */
export async function readChargedPage<Arguments extends object, Prepared, Node, Position>(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  options: {
    list: ChargedList<Arguments, Prepared, Node, Position>;
    first: number | null | undefined;
    after: string | null | undefined;
  },
): Promise<ConnectionRecord<Node>> {
  const { list, first, after: cursor } = options;
  const access = await requireAccess(dependencies, request.caller);
  const limits = tierLimits(access.tier);
  const limit = Math.min(pageSize(first), limits.recordsPerQuery);
  return cursor === null || cursor === undefined
    ? await firstPage(dependencies, request, { list, access, limits, limit })
    : await nextPage(dependencies, request, { list, cursor, access, limits, limit });
}

async function firstPage<Arguments extends object, Prepared, Node, Position>(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  options: {
    list: ChargedList<Arguments, Prepared, Node, Position>;
    access: AccountAccess;
    limits: TierLimits;
    limit: number;
  },
): Promise<ConnectionRecord<Node>> {
  const { list, access, limits, limit } = options;
  const { watermark, prepared } = await list.prepare({ limits, isOperator: access.accountId === null });
  const read = async () => {
    const [page, pit] = await Promise.all([
      list.read({ prepared, watermark, after: null, limit }),
      openListSession(dependencies, { caller: request.caller, list, watermark, prepared, tier: access.tier }),
    ]);
    return connection(list.name, { page, limit, pit, isContinued: false });
  };
  return await runCharged(dependencies, { access, signal: request.signal }, read, isServerFailure);
}

async function nextPage<Arguments extends object, Prepared, Node, Position>(
  dependencies: ZoneDependencies,
  { caller }: ZoneRequest,
  options: {
    list: ChargedList<Arguments, Prepared, Node, Position>;
    cursor: string;
    access: AccountAccess;
    limits: TierLimits;
    limit: number;
  },
): Promise<ConnectionRecord<Node>> {
  const { list, access, limits, limit } = options;
  const { pit, after } = decodeListCursor(options.cursor, list);
  const session = await continueListSession<Prepared>(dependencies, { caller, pit, list });
  // Rejects arguments that the current tier does not permit.
  if (hasOtherTier(session, access)) await list.prepare({ limits, isOperator: access.accountId === null });
  const { watermark, prepared } = session;
  const page = await list.read({ prepared, watermark, after, limit });
  return connection(list.name, { page, limit, pit, isContinued: true });
}

type NamedList = Pick<ChargedList<object, unknown, unknown, unknown>, 'name' | 'args'>;

/** Opens the session that permits the further pages of a list whose first page was counted; returns its id (`pit`). */
export async function openListSession(
  dependencies: ZoneDependencies,
  options: { caller: Caller; list: NamedList; watermark: number; prepared: unknown; tier?: Tier },
): Promise<string> {
  const { caller, list, watermark, prepared, tier } = options;
  const storedList = { list: list.name, args: JSON.parse(canonicalJson(list.args)) as object, prepared, tier };
  return await openSession(dependencies, { caller, session: { watermark, request: storedList } });
}

/**
 * Returns the session of a list, which proves that its first page was counted, and extends it.
 * @throws {DomainError} GONE if it has expired or belongs to another list; BAD_USER_INPUT if the arguments differ from
 * those of the first page
 */
export async function continueListSession<Prepared>(
  dependencies: ZoneDependencies,
  { caller, pit, list }: { caller: Caller; pit: string; list: NamedList },
): Promise<{ watermark: number; prepared: Prepared; tier: Tier | undefined }> {
  const { watermark, request } = await continueSession<StoredList<Prepared>>(dependencies, {
    ...{ caller, pit },
    isRequest: (stored): stored is StoredList<Prepared> => 'list' in stored && stored.list === list.name,
  });
  if (JSON.stringify(request.args) !== canonicalJson(list.args)) {
    throw new DomainError(
      'BAD_USER_INPUT',
      'The arguments differ from those of the first page: send the same arguments with the cursor, or start a new list without `after`',
    );
  }
  return { watermark, prepared: request.prepared, tier: request.tier };
}

/**
 * The arguments as JSON for comparison. Members are sorted, because the store does not preserve their order; absent
 * ones are omitted.
 */
function canonicalJson(args: object): string {
  const members = Object.entries(args).filter(([, value]) => value !== null && value !== undefined);
  // The store sorts the names of members by length.
  const sorted = members.sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return JSON.stringify(Object.fromEntries(sorted));
}

function decodeListCursor<Position>(
  cursor: string,
  list: { name: string; isPosition(value: unknown): value is Position },
): { pit: string; after: Position } {
  const [pit = '', text = ''] = decodeCursor(cursor, { order: list.name, ids: 2 }).ids;
  const position = parseJson(text);
  if (!list.isPosition(position)) throw invalidCursor('after');
  return { pit, after: position };
}

function connection<Node, Position>(
  order: string,
  options: { page: ListPage<Node, Position>; limit: number; pit: string; isContinued: boolean },
): ConnectionRecord<Node> {
  const { page, limit, pit, isContinued } = options;
  const rows = page.rows.map(({ node, position }) => ({ node, position: JSON.stringify(position) }));
  const next = page.next === null ? null : JSON.stringify(page.next);
  return sessionConnection({ order, pit, rows, next, size: limit, isContinued });
}
