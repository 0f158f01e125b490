import type { Configuration } from '../../../../platform/configuration/index.js';
import { dayMs, hourMs } from '../../../../platform/durations.js';
import { secretTokenKind } from '../../../../platform/secret-token.js';
import { AccountStatus, CredentialMailKind } from '../vocabulary.js';

export const apiKeys = secretTokenKind('zf_live_');

/** Format and lifetime of each kind of emailed single-use token. The lifetime starts when the email is generated. */
export const mailedTokens = {
  [CredentialMailKind.PASSWORD_RESET]: { form: secretTokenKind('zf_reset_'), lifetimeMs: hourMs },
  [CredentialMailKind.EMAIL_CONFIRMATION]: { form: secretTokenKind('zf_email_'), lifetimeMs: 7 * dayMs },
} as const;

export type MailedTokenKind = keyof typeof mailedTokens;

/** Matches the API keys and emailed tokens of the zone feed, to remove them from output. */
export const secretPattern = /zf_(?:live|reset|email)_[0-9A-Za-z]*/g;

/** Whether an account with this status can have emailed tokens: only pending and approved accounts can. */
export function mayHaveToken({ status }: { status: AccountStatus }): boolean {
  return status === AccountStatus.PENDING || status === AccountStatus.APPROVED;
}

/**
 * Whether an address must be confirmed before its account is approved. With `auto`, only if a mail server is
 * configured: otherwise, no email reaches its recipient.
 */
export function isConfirmationRequired({ zones, mail }: Pick<Configuration, 'zones' | 'mail'>): boolean {
  return zones.emailConfirmation === 'auto' ? mail.smtpUrl !== '' : zones.emailConfirmation === 'required';
}
