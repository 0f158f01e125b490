import { type AuditState, recordAudit } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import type { ZoneRequest } from '../../dependencies.js';
import { auditActionOf } from '../rules/audit-actions.js';
import type { AccountAction } from '../vocabulary.js';

/** Something that happens to an account. Times are in milliseconds since the Unix epoch. */
export interface AccountChange {
  readonly accountId: string;
  readonly at: number;
  readonly action: AccountAction;
  readonly before?: AuditState;
  /** Times in it are in ISO 8601. */
  readonly after?: AuditState;
}

/** Records what happened to an account in the audit log. */
export async function recordEvent(
  sql: Executor,
  request: Pick<ZoneRequest, 'caller' | 'via' | 'sourceAddress'>,
  { accountId, action, ...change }: AccountChange,
): Promise<void> {
  await recordAudit(sql, request, { ...change, action: auditActionOf(action), object: `account:${accountId}` });
}

/** The request as the owner's, whom a password or a mailed token has told. */
export function asOwner<Request extends ZoneRequest>(
  request: Request,
  owner: { id: string; username: string },
): Request {
  return { ...request, caller: { kind: 'account', accountId: owner.id, username: owner.username } };
}

/** A time as the audit log has it. */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
