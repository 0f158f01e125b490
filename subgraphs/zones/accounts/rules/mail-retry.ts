import { minuteMs } from '../../../../platform/durations.js';
/** Failure of an attempt to send an email. */
export interface MailFailure {
  /** Code of the reply (RFC 5321, section 4.2.1); null without a reply. */
  readonly replyCode: number | null;
  /** SMTP command that the reply belongs to; null without a reply. */
  readonly command: string | null;
  /** Whether there was a connection over which the message may have been sent. */
  readonly hadConnection: boolean;
}

/** Maximum time between two attempts, in milliseconds. */
export const maxRetryDelayMs = 4 * 60 * minuteMs;
/**
 * Maximum time for which an email is retried, in milliseconds; RFC 5321, section 4.5.4.1, requires at least four to
 * five days.
 */
const maxRetryMs = 5 * 24 * 60 * minuteMs;

/**
 * Whether the server may have accepted the message: the connection was lost without a reply. The key or token in such
 * an email remains valid, because the recipient may have received it.
 */
export function mayHaveArrived({ replyCode, hadConnection }: MailFailure): boolean {
  return replyCode === null && hadConnection;
}

/**
 * Time of the next attempt in Unix epoch milliseconds: after 1, 2, 4 minutes and so on, at most 4 hours apart; null
 * after 5 days.
 * @param options.attempts number of attempts so far, at least 1
 */
export function nextAttempt(options: { attempts: number; createdAt: number; now: number }): number | null {
  const { attempts, createdAt, now } = options;
  if (now - createdAt >= maxRetryMs) return null;
  return now + Math.min(minuteMs * 2 ** (attempts - 1), maxRetryDelayMs);
}
