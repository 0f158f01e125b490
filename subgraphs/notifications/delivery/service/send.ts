import { randomUUID } from 'node:crypto';
import { recordAudit, systemRequest } from '../../../../platform/audit/index.js';
import { minuteMs } from '../../../../platform/durations.js';
import { isPermanent, MailError } from '../../../../platform/mail.js';
import { retryAfterSeconds } from '../../../../platform/network/index.js';
import type { NotificationDependencies } from '../../dependencies.js';
import {
  type Attempt,
  beginAttempt,
  disableRule,
  endLease,
  leaseDueRule,
  postpone,
  recordDelivered,
  recordFailed,
  selectSecrets,
  undoAttempt,
} from '../repository/sending.js';
import { replaceLineBreaks } from '../rules/messages.js';
import { isQuiet, quietHoursOf } from '../rules/quiet-hours.js';
import { nextAttempt } from '../rules/retry.js';
import { signedHeaders } from '../rules/signature.js';
import { SealedSecretError } from './sealing.js';
import { targetTimeoutSeconds } from './targets.js';

/**
 * Duration of the lease for an HTTP request, in seconds. An attempt takes less time, so a lease expires only if its
 * process has ended. Emails have a longer lease.
 */
const leaseSeconds = 4 * targetTimeoutSeconds;
const emailLeaseSeconds = 180;
const maxErrorCharacters = 300;
const goneStatus = 410;

/** The outcome of an attempt to send a delivery. */
type Outcome =
  | { readonly isDelivered: true; readonly status: number | null }
  | {
      readonly isDelivered: false;
      readonly status: number | null;
      readonly error: string;
      readonly retryAfterSeconds: number | null;
      /** Whether the message must not be sent again after a failure. */
      readonly isFinal: boolean;
    };

/**
 * Sends the first delivery of the rule whose turn it is, if a delivery is due. If the process is killed before the
 * result is recorded, the delivery is sent again with the same id after its lease has expired.
 * @param options.onFound called before the delivery is sent
 * @param options.closing aborts when the targets and the mail server are closed; attempts that fail then do not count
 * @returns whether a delivery was due
 */
export async function sendNext(
  dependencies: NotificationDependencies,
  { onFound, closing }: { onFound?: () => void; closing?: AbortSignal } = {},
): Promise<boolean> {
  const { database, clock } = dependencies;
  const lease = randomUUID();
  const begun = await database.transaction(async (sql) => {
    const now = clock.now();
    const leased = await leaseDueRule(sql, {
      ...{ lease, now, leaseMs: leaseSeconds * 1000, mailLeaseMs: emailLeaseSeconds * 1000 },
    });
    if (leased === undefined) return undefined;
    const { ruleId } = leased;
    // Messages that were queued before the quiet hours wait for their end, too.
    const isInQuietHours = isQuiet(quietHoursOf(leased), now);
    const attempt = await beginAttempt(sql, { ruleId, now, isQuiet: isInQuietHours });
    if (attempt === undefined && isInQuietHours) await postpone(sql, { ruleId, lease, until: nextMinute(now) });
    else if (attempt === undefined) await endLease(sql, { ruleId, lease });
    return { attempt };
  });
  if (begun === undefined) return false;
  onFound?.();
  const { attempt } = begun;
  if (attempt === undefined) return true;
  const outcome = await send(dependencies, attempt);
  const { sequence, ruleId } = attempt;
  if (!outcome.isDelivered && outcome.status === null && closing?.aborted)
    await database.guard((sql) => undoAttempt(sql, { sequence, ruleId, lease }));
  else await record(dependencies, { attempt, lease, outcome });
  return true;
}

/** The start of the next minute, in Unix epoch milliseconds: quiet hours end at whole minutes. */
function nextMinute(now: number): number {
  return (Math.floor(now / minuteMs) + 1) * minuteMs;
}

async function send(dependencies: NotificationDependencies, attempt: Attempt): Promise<Outcome> {
  try {
    return attempt.target === 'mail' ? await sendEmail(dependencies, attempt) : await post(dependencies, attempt);
  } catch (error) {
    const isFinal = error instanceof MailError && isPermanent(error);
    const status = error instanceof MailError ? error.replyCode : null;
    return { isDelivered: false, status, error: reasonOf(error), retryAfterSeconds: null, isFinal };
  }
}

async function sendEmail({ mails }: NotificationDependencies, attempt: Attempt): Promise<Outcome> {
  const { id, title, body, address, queuedAt } = attempt;
  await mails.send({ id, to: address, subject: `[Rampart] ${title}`, text: body, date: queuedAt });
  return { isDelivered: true, status: null };
}

async function post(
  { database, clock, secretSeal, targets }: NotificationDependencies,
  attempt: Attempt,
): Promise<Outcome> {
  const { ruleId, body, target, address } = attempt;
  const now = clock.now();
  const secrets = (await database.guard((sql) => selectSecrets(sql, { ruleId, now }))).map(({ sealed }) =>
    secretSeal.open(sealed),
  );
  const [newest] = secrets;
  if (newest === undefined) {
    const [missing, remedy] =
      target === 'slack' ? ['URL', 'set the address of its target'] : ['signing secret', 'rotate the secret'];
    throw new SealedSecretError(`the rule has no ${missing}: ${remedy}`);
  }
  const id = webhookId(attempt.id);
  const request =
    target === 'slack'
      ? { url: new URL(newest), headers: {} }
      : { url: new URL(address), headers: signedHeaders({ id, at: now, body }, secrets) };
  const { status, retryAfter } = await targets.post(request.url, { body, headers: request.headers });
  if (status >= 200 && status < 300) return { isDelivered: true, status };
  const error =
    status === goneStatus
      ? 'the receiver responded with 410 Gone, which disables the rule: correct its address, then enable the rule'
      : `the receiver responded with ${status}`;
  const wait = retryAfterSeconds(retryAfter, now);
  return { isDelivered: false, status, error, retryAfterSeconds: wait, isFinal: status === goneStatus };
}

/** The id of a message; the same for all attempts (Standard Webhooks, `webhook-id`). */
export function webhookId(id: string): string {
  return `msg_${id}`;
}

async function record(
  dependencies: NotificationDependencies,
  { attempt, lease, outcome }: { attempt: Attempt; lease: string; outcome: Outcome },
): Promise<void> {
  const { database, clock, log, random } = dependencies;
  const { sequence, ruleId, attempts, queuedAt } = attempt;
  const now = clock.now();
  const end = { sequence, ruleId, lease, now, lastStatus: outcome.status };
  if (outcome.isDelivered) {
    await database.guard((sql) => recordDelivered(sql, end));
    return;
  }
  const { error, retryAfterSeconds: wait, isFinal } = outcome;
  const retryAt = isFinal ? null : nextAttempt({ attempts, queuedAt, now, retryAfterSeconds: wait, chance: random() });
  await database.transaction(async (sql) => {
    const isRecorded = await recordFailed(sql, { ...end, error, retryAt });
    if (isRecorded && outcome.status === goneStatus) await disable(sql, { ruleId, reason: error, now });
  });
  const facts = { rule: ruleId, delivery: webhookId(attempt.id), attempts, reason: error, isLast: retryAt === null };
  log[retryAt === null ? 'error' : 'warn'](facts, 'a notification was not delivered');
}

/** Disables a rule whose receiver responded with 410, as recommended by Standard Webhooks, and adds an audit entry. */
async function disable(
  sql: Parameters<typeof disableRule>[0],
  { ruleId: id, reason, now }: { ruleId: string; reason: string; now: number },
): Promise<void> {
  if (!(await disableRule(sql, { id, reason, now }))) return;
  await recordAudit(sql, systemRequest, {
    ...{ action: 'disable.notification-rule', object: `notification-rule:${id}`, at: now },
    ...{ before: { isEnabled: true }, after: { isEnabled: false, reason } },
  });
}

/**
 * The message of an error on one line, at most 300 characters long. Messages of failed requests contain the host or IP
 * address, but never the path or query of the URL, because these may be secret.
 */
function reasonOf(error: unknown): string {
  const { message, name, cause } = error instanceof Error ? error : new Error(String(error));
  const text =
    name === 'TimeoutError' ? `no response within ${targetTimeoutSeconds} seconds` : message || String(cause ?? name);
  return replaceLineBreaks(text).slice(0, maxErrorCharacters).toWellFormed();
}
