import type { Tier } from '../vocabulary.js';
import type { SubscriptionTerms } from './subscription.js';
import { tierLimits } from './subscription.js';

/** Text of an email. Lines have fewer than 76 characters, so no email program breaks a key. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

interface Facts {
  readonly username: string;
  readonly subscription: SubscriptionTerms;
  /** Base URL of the service; empty: not part of the email. */
  readonly publicUrl: string;
}

/** Notice that an account was approved: specification, section 3. */
export function confirmationMail(facts: Facts): MailText {
  return {
    subject: 'Your account is approved',
    text: lines([
      `Hello ${facts.username},`,
      '',
      'Your account of the domain zone feed is approved. Your API key follows in',
      'a separate email.',
      '',
      ...subscriptionLines(facts),
    ]),
  };
}

/** The default key, with the details of the subscription: specification, section 3. */
export function defaultKeyMail(facts: Facts & { key: string; keyName: string; keyExpiresAt: number }): MailText {
  return {
    subject: 'Your API key',
    text: lines([
      `Hello ${facts.username},`,
      '',
      'This is your API key. It is not shown again; store it as safely as a password.',
      '',
      `    ${facts.key}`,
      '',
      `Name:          ${facts.keyName}`,
      `Valid until:   ${moment(facts.keyExpiresAt)}`,
      '',
      'Send it with each request:',
      '',
      '    Authorization: Bearer <API_KEY>',
      '',
      ...subscriptionLines(facts),
      '',
      'If you receive this email twice, the keys of both emails are valid.',
    ]),
  };
}

function subscriptionLines({ subscription, publicUrl }: Facts): string[] {
  const { tier, startedAt, expiresAt } = subscription;
  return [
    `Subscription:  ${tierNames[tier]}`,
    `From:          ${moment(startedAt)}`,
    `Until:         ${moment(expiresAt)}`,
    `Queries:       ${tierLimits(tier).queries} ${tier === 'trial' ? 'in the trial' : 'per month'}`,
    ...(publicUrl === '' ? [] : [`Address:       ${publicUrl}`]),
  ];
}

const tierNames: Readonly<Record<Tier, string>> = { trial: 'Trial', basic: 'Basic', enterprise: 'Enterprise' };

function moment(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
