import type { Clock } from '../../platform/clock.js';
import type { Configuration } from '../../platform/configuration/index.js';
import type { Database } from '../../platform/database/index.js';
import type { Logger } from '../../platform/log.js';
import type { EmailSender } from '../../platform/mail.js';
import type { NotificationSource } from '../../platform/notification-source.js';

/** The HTTP response of a target. */
interface TargetResponse {
  readonly status: number;
  /** The `Retry-After` header; undefined if the response has none. */
  readonly retryAfter: string | string[] | undefined;
}

/** Sends HTTP requests to the webhook and Slack URLs that operators configured. */
export interface TargetSender {
  /** Sends a JSON body by POST without following redirects. Rejects after 15 seconds. */
  post(url: URL, message: { body: string; headers: Readonly<Record<string, string>> }): Promise<TargetResponse>;
  /** Aborts requests that are in progress. */
  close(): Promise<void>;
}

/**
 * Encrypts and decrypts secrets of targets with `[notifications] encryption_key`. Without a key, secrets are stored
 * unencrypted.
 */
export interface SecretSeal {
  seal(secret: string): string;
  /**
   * Decrypts a secret.
   * @throws {SealedSecretError} if the secret was encrypted with another key
   */
  open(sealed: string): string;
}

/** Dependencies of the operations that manage notification rules. */
export interface NotificationServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: Configuration['notifications'];
  readonly secretSeal: SecretSeal;
}

/** Dependencies of routing events and sending messages. */
export interface NotificationDependencies extends NotificationServices {
  readonly log: Logger;
  /** The notification sources of all domains. */
  readonly sources: readonly NotificationSource[];
  readonly targets: TargetSender;
  readonly mails: EmailSender;
  /** Returns a random number from 0 to 1. */
  readonly random: () => number;
}
