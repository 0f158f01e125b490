import { recordAudit } from '../../../../platform/audit/index.js';
import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeUuidCursor, encodeCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import {
  countMails,
  type MailRow,
  outboxes,
  requeueMail,
  selectMailsAfter,
  selectMailsByIds,
} from '../repository/mails.js';
import { MailStatus } from '../vocabulary.js';
import { runMailJobNow } from './mails.js';

/** An email of the outbox; its text is not stored. */
export interface MailRecord extends MailRow {
  /** Time of the next attempt; null if there is none. */
  readonly nextAttemptAt: Date | null;
}

const order = 'mail_created';

/** A page of emails. `status` is the status that the list is filtered by; null: no filter. */
export type MailConnectionRecord = ConnectionRecord<MailRecord> & { readonly status: MailStatus | null };

/**
 * Lists the emails of the outbox, newest first.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for an invalid page size or cursor
 */
export async function listMails(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  input: PageInput & {
    status?: MailStatus | null | undefined;
  },
): Promise<MailConnectionRecord> {
  authorize(request.caller, 'mails.read');
  const size = pageSize(input.first);
  const after = decodeUuidCursor(input.after, order);
  const status = input.status ?? null;
  const rows = await dependencies.database.read(request, (sql) =>
    selectMailsAfter(sql, { status, after, limit: size + 1 }),
  );
  const edges = rows.map((row) => ({
    cursor: encodeCursor({ order, value: row.createdAt.getTime(), ids: [row.id] }),
    node: mailRecord(row),
  }));
  return { ...connectionOf({ edges, size, isContinued: after !== null }), status };
}

/**
 * The number of emails with a status; a null status counts all emails.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function countListedMails(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { status }: { status: MailStatus | null },
): Promise<number> {
  authorize(request.caller, 'mails.read');
  return await dependencies.database.read(request, (sql) => countMails(sql, status));
}

/**
 * The emails with these ids, in the same order; null where there is none.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN
 */
export async function mailsByIds(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  ids: readonly string[],
): Promise<(MailRecord | null)[]> {
  authorize(request.caller, 'mails.read');
  const rows = await dependencies.database.read(request, (sql) => selectMailsByIds(sql, { ids: ids.filter(isUuid) }));
  const byId = new Map(rows.map((row) => [row.id, mailRecord(row)]));
  return ids.map((id) => byId.get(id) ?? null);
}

/**
 * Queues a failed or dropped email again, with no attempts counted.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; NOT_FOUND if there is no failed or dropped email with this id
 */
export async function retryMail(
  dependencies: ZoneDependencies,
  request: ZoneRequest,
  { id }: { id: string },
): Promise<MailRecord> {
  authorize(request.caller, 'mails.retry');
  const now = dependencies.clock.now();
  const row = await dependencies.database.transaction(async (sql) => {
    let requeued: MailRow | undefined;
    if (isUuid(id)) for (const outbox of outboxes) requeued ??= await requeueMail[outbox](sql, { id, now });
    if (requeued === undefined) return undefined;
    await runMailJobNow(sql);
    const object = [`mail:${requeued.id}`, `account:${requeued.accountId}`] as const;
    const after = { kind: requeued.kind, status: requeued.status };
    await recordAudit(sql, request, { action: 'retry.mail', object, at: now, after });
    return requeued;
  });
  if (row === undefined) throw new DomainError('NOT_FOUND', `No failed or dropped email has the id ${id}`);
  return mailRecord(row);
}

function mailRecord(row: MailRow): MailRecord {
  return { ...row, nextAttemptAt: row.status === MailStatus.WAITING ? row.dueAt : null };
}
