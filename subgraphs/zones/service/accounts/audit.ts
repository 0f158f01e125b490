import type { Executor } from '../../../../platform/database/index.js';
import { insertAccountEvent, type NewAccountEvent } from '../../repository/accounts/events.js';
import type { AccountRequest } from './account-request.js';

/** Keeps what happened to an account, who did it and how. `caller` is given where the request itself has none. */
export async function noteEvent(
  sql: Executor,
  request: Pick<AccountRequest, 'caller' | 'via'>,
  event: Omit<NewAccountEvent, 'caller' | 'via'> & { caller?: string },
): Promise<void> {
  await insertAccountEvent(sql, { caller: callerName(request), via: request.via, ...event });
}

/** The name under which an audit trail keeps a caller. */
function callerName({ caller }: Pick<AccountRequest, 'caller'>): string {
  if (caller.kind === 'operator') return caller.name;
  return caller.kind === 'account' ? caller.username : caller.kind;
}
