import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Database } from '../../platform/database/index.js';
import type { Logger } from '../../platform/log.js';
import type { EmailSender } from '../../platform/mail.js';
import type { NotificationSource } from '../../platform/notification-source.js';

/** The response of a target. */
interface TargetResponse {
  readonly status: number;
  /** The `Retry-After` header; undefined without one. */
  readonly retryAfter: string | string[] | undefined;
}

/** Sends requests to the URLs of webhooks and of Slack that operators configured. */
export interface TargetSender {
  /** Sends one POST of JSON without following redirects; rejects after 15 seconds. */
  post(url: URL, message: { body: string; headers: Readonly<Record<string, string>> }): Promise<TargetResponse>;
  /** Aborts requests in progress. */
  close(): Promise<void>;
}

/** Encrypts secrets of targets with `[notifications] encryption_key`; without it, they are stored as they are. */
export interface SecretSeal {
  seal(secret: string): string;
  /** @throws {SealedSecretError} if it was encrypted with another key */
  open(sealed: string): string;
}

/** Dependencies of the administration of rules. */
export interface NotificationServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: Configuration['notifications'];
  readonly secretSeal: SecretSeal;
}

/** Dependencies of sending. */
export interface NotificationDependencies extends NotificationServices {
  readonly log: Logger;
  /** The sources of occurrences, of all domains. */
  readonly sources: readonly NotificationSource[];
  readonly targets: TargetSender;
  readonly mails: EmailSender;
  /** A random number from 0 to 1. */
  readonly random: () => number;
}
