/** How the attempt to hand a mail to a server failed. */
export interface MailFailure {
  /** The reply's code (RFC 5321, section 4.2.1); null when there was none. */
  readonly replyCode: number | null;
  /** The command that was answered so; null when no command was. */
  readonly command: string | null;
  /** Whether there was a connection over which a message could have gone. */
  readonly hadConnection: boolean;
}

const minute = 60_000;
const maxPauseMs = 4 * 60 * minute;
/** RFC 5321, section 4.5.4.1: give up after four to five days. */
const patience = 5 * 24 * 60 * minute;

/**
 * Whether trying again is no use: the server refused this recipient or this message for good. A refused login or sender is
 * the operator's to mend, so those mails wait.
 */
export function isPermanent({ replyCode, command }: MailFailure): boolean {
  if (replyCode === null || replyCode < 500 || replyCode > 599) return false;
  return command !== null && /^(RCPT TO|DATA)\b/.test(command);
}

/**
 * Whether the server may have taken the message nevertheless: the connection went without a reply. A key in such a mail must
 * stay good, because somebody may have got it.
 */
export function mayHaveArrived({ replyCode, hadConnection }: MailFailure): boolean {
  return replyCode === null && hadConnection;
}

/**
 * When to try again, in milliseconds since the Unix epoch: after 1, 2, 4 minutes and so on, at most 4 hours apart; null when it
 * has been tried for long enough.
 * @param attempts how often it was tried, 1 and more
 */
export function nextAttempt(options: { attempts: number; createdAt: number; now: number }): number | null {
  const { attempts, createdAt, now } = options;
  if (now - createdAt >= patience) return null;
  return now + Math.min(minute * 2 ** (attempts - 1), maxPauseMs);
}
