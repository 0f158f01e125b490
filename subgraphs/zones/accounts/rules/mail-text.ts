import type { Tier } from '../vocabulary.js';
import type { SubscriptionTerms } from './subscription.js';
import { tierLimits } from './subscription.js';

/**
 * Text of an email. Lines have at most 76 characters, because a longer line makes the message quoted-printable (RFC
 * 2045, section 6.7), which can break tokens. Only links to pages, which exist only with `public_url`, may be longer.
 */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

interface MailData {
  readonly username: string;
  readonly subscription: SubscriptionTerms;
  /** Base URL of the service; if empty, the email contains no URL. */
  readonly publicUrl: string;
}

/** Email that reports the approval of an account, with its subscription: specification, section 3. */
export function confirmationMail(data: MailData): MailText {
  return {
    subject: 'Your account is approved',
    text: joinLines([
      `Hello ${data.username},`,
      '',
      'Your domain zone feed account is approved. Your API key follows in',
      'a separate email.',
      '',
      ...subscriptionLines(data),
    ]),
  };
}

/**
 * Email with the default key and the details of the subscription: specification, section 3. `keyExpiresAt` is in Unix
 * epoch milliseconds.
 */
export function defaultKeyMail(data: MailData & { key: string; keyName: string; keyExpiresAt: number }): MailText {
  return {
    subject: 'Your API key',
    text: joinLines([
      `Hello ${data.username},`,
      '',
      'This is your API key. It is not shown again; store it securely.',
      '',
      `    ${data.key}`,
      '',
      `Name:          ${data.keyName}`,
      `Valid until:   ${formatTime(data.keyExpiresAt)}`,
      '',
      'Send it with each request:',
      '',
      '    Authorization: Bearer <API_KEY>',
      '',
      ...subscriptionLines(data),
      '',
      'If you receive this email twice, the keys of both emails are valid.',
    ]),
  };
}

function subscriptionLines({ subscription, publicUrl }: MailData): string[] {
  const { tier, startedAt, expiresAt } = subscription;
  return [
    `Subscription:  ${tierNames[tier]}`,
    `From:          ${formatTime(startedAt)}`,
    `Until:         ${formatTime(expiresAt)}`,
    `Queries:       ${tierLimits(tier).queries} ${tier === 'trial' ? 'in the trial' : 'per month'}`,
    ...(publicUrl === '' ? [] : [`Address:       ${publicUrl}`]),
  ];
}

const tierNames: Readonly<Record<Tier, string>> = { trial: 'Trial', basic: 'Basic', enterprise: 'Enterprise' };

function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export function joinLines(textLines: readonly string[]): string {
  return `${textLines.join('\n')}\n`;
}
