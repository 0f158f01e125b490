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
  description: 'Tier of a subscription, which determines its query quota, maximum page size and readable history.',
  valuesConfig: {
    TRIAL: {
      description:
        'Trial of 7 days: 100 queries in total, pages of at most 1000 observations and 7 days of history. Permits only prefix searches, which require `start`.',
    },
    BASIC: {
      description:
        '1000 queries per month, pages of at most 5000 observations and 30 days of history. Also permits wildcard searches, and searches without a term.',
    },
    ENTERPRISE: {
      description:
        '10,000 queries per month, pages of at most 10,000 observations and 180 days of history. Permits the same searches as `BASIC`.',
    },
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
    REJECTED: { description: 'Rejected by an administrator, who can still approve it.' },
    SUSPENDED: {
      description:
        'Suspended by an administrator after its approval; its API keys are rejected until it is approved again.',
    },
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
    SUBSCRIPTION_SET: {
      description: 'An administrator set the subscription, or started the trial with the first approval.',
    },
    KEY_GENERATED: {
      description:
        'The owner generated an API key, or an administrator created the default key with the first approval.',
    },
    KEY_DELETED: {
      description: 'The owner deleted an API key, or revoked it when changing or resetting the password.',
    },
    KEY_REVOKED: { description: 'An administrator revoked an API key.' },
  },
});

/** Interfaces of audit log entries, which account events are; the subgraph of the audit log declares the same enum. */
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
    WAITING: { description: 'Waiting to be sent or retried. After a failed attempt, `lastError` contains its error.' },
    SENT: { description: 'Accepted by the mail server, or written to the data directory.' },
    FAILED: {
      description:
        'Rejected permanently by the mail server, or retried for 5 days without success; `lastError` contains the last error.',
    },
    DROPPED: { description: 'Not sent because the email became obsolete; `lastError` contains the reason.' },
  },
});
