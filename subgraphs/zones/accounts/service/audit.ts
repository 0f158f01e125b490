import { type AuditState, recordAudit } from '../../../../platform/audit/index.js';
import type { Executor } from '../../../../platform/database/index.js';
import type { ZoneRequest } from '../../dependencies.js';
import { auditActionOf } from '../rules/audit-actions.js';
import type { AccountAction } from '../vocabulary.js';

/** A change of an account. Times are Unix epoch milliseconds. */
export interface AccountChange {
  readonly accountId: string;
  readonly at: number;
  readonly action: AccountAction;
  readonly before?: AuditState;
  /** Details of the change; times are in ISO 8601. */
  readonly after?: AuditState;
}

/** Records a change of an account in the audit log. */
export async function recordEvent(
  sql: Executor,
  request: Pick<ZoneRequest, 'caller' | 'via' | 'sourceAddress'>,
  { accountId, action, ...change }: AccountChange,
): Promise<void> {
  await recordAudit(sql, request, { ...change, action: auditActionOf(action), object: `account:${accountId}` });
}

/** The request with the account's owner as its caller. The owner was identified by a password or an emailed token. */
export function requestOfOwner<Request extends ZoneRequest>(
  request: Request,
  owner: { id: string; username: string },
): Request {
  return { ...request, caller: { kind: 'account', accountId: owner.id, username: owner.username } };
}

/** A time in the format of the audit log. */
export function isoTimeOfMillis(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
