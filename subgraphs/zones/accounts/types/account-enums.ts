import { registerEnumType } from 'type-graphql';
import {
  AccountAction,
  AccountInterface,
  AccountStatus,
  MailKind,
  MailStatus,
  SubscriptionStatus,
  Tier,
} from '../vocabulary.js';

registerEnumType(Tier, {
  name: 'Tier',
  description: 'Tier of a subscription, which determines its quota, page size and history.',
  valuesConfig: {
    TRIAL: { description: 'Trial of 7 days; prefix searches only, which require `start`, and 7 days of history.' },
    BASIC: { description: 'Wildcard searches and browsing, 30 days of history.' },
    ENTERPRISE: { description: 'Like `BASIC`, with larger pages and 180 days of history.' },
  },
});

registerEnumType(SubscriptionStatus, {
  name: 'SubscriptionStatus',
  description: 'Status of a subscription.',
  valuesConfig: {
    ACTIVE: { description: 'The subscription has not expired.' },
    EXPIRED: { description: 'The subscription has expired; searches and lookups are rejected.' },
  },
});

registerEnumType(AccountStatus, {
  name: 'AccountStatus',
  description: 'Approval status of an account.',
  valuesConfig: {
    PENDING: { description: 'Registered; awaits approval by an administrator.' },
    APPROVED: { description: 'Approved; it may generate and use API keys.' },
    REJECTED: { description: 'Rejected by an administrator.' },
    SUSPENDED: { description: 'Suspended after approval; its API keys are rejected.' },
  },
});

registerEnumType(AccountAction, {
  name: 'AccountAction',
  description: 'Kind of an account event.',
  valuesConfig: {
    REGISTERED: { description: 'The account was registered.' },
    APPROVED: { description: 'An administrator approved the account.' },
    REJECTED: { description: 'An administrator rejected the account.' },
    SUSPENDED: { description: 'An administrator suspended the account.' },
    SUBSCRIPTION_SET: { description: 'An administrator set the subscription.' },
    KEY_GENERATED: { description: 'The owner generated an API key.' },
    KEY_DELETED: { description: 'The owner deleted an API key.' },
    KEY_REVOKED: { description: 'An administrator revoked an API key.' },
  },
});

/** The audit log declares the same enum: account events are entries of it. */
export const AuditInterface = { ...AccountInterface, JOB: 'job' } as const;
export type AuditInterface = (typeof AuditInterface)[keyof typeof AuditInterface];

registerEnumType(AuditInterface, {
  name: 'AuditInterface',
  description: 'The interface through which a change was made.',
  valuesConfig: {
    REST: { description: 'The REST API.' },
    GRAPHQL: { description: 'The GraphQL API.' },
    COMMAND_LINE: { description: 'The `rampart` command.' },
    JOB: { description: 'A background job.' },
  },
});

registerEnumType(MailKind, {
  name: 'MailKind',
  description: 'Purpose of an email.',
  valuesConfig: {
    CONFIRMATION: { description: 'Notice that the account is approved.' },
    EMAIL_CONFIRMATION: { description: 'Token to confirm the email address.' },
    PASSWORD_RESET: { description: 'Token to reset the password.' },
    PASSWORD_CHANGED: { description: 'Notice that the password was changed.' },
    DEFAULT_KEY: { description: 'Default API key and details of the subscription.' },
  },
});

registerEnumType(MailStatus, {
  name: 'MailStatus',
  description: 'Status of an email.',
  valuesConfig: {
    WAITING: { description: 'Waiting to be sent or retried; `lastError` contains the error of the last attempt.' },
    SENT: { description: 'Accepted by the mail server, or written to the data directory.' },
    FAILED: { description: 'Rejected permanently, or retried for 5 days without success.' },
    DROPPED: { description: 'Not sent because the email became obsolete; `lastError` contains the reason.' },
  },
});
