import { enumType } from '../../../../platform/graph/index.js';
import { AccountAction, AccountStatus, MailKind, MailStatus, SubscriptionStatus, Tier } from '../vocabulary.js';

enumType(Tier, {
  name: 'Tier',
  description:
    'Tier of a subscription, which determines the query and lookup quotas, the maximum page size, the readable history and the permitted searches.',
  values: {
    TRIAL:
      'Trial of 7 days: 100 queries in total, pages of at most 1000 observations and 7 days of history. Permits only prefix searches, which require `start`.',
    BASIC:
      '1000 queries per month, pages of at most 5000 observations and 30 days of history. Also permits wildcard searches, and searches without a term.',
    ENTERPRISE:
      '10000 queries per month, pages of at most 10000 observations and 180 days of history. Permits the same searches as `BASIC`. Operators have the limits of this tier, but no query quota; the lookup quota applies to each operator.',
  },
});

enumType(SubscriptionStatus, {
  name: 'SubscriptionStatus',
  description: 'Whether a subscription is active or expired.',
  values: {
    ACTIVE: 'The subscription has not expired.',
    EXPIRED: 'The subscription has expired; searches and lookups are rejected.',
  },
});

enumType(AccountStatus, {
  name: 'AccountStatus',
  description: 'Approval status of an account.',
  values: {
    PENDING: 'Registered; awaits approval by an administrator.',
    APPROVED: 'Approved; the account can generate and use API keys.',
    REJECTED: 'Rejected by an administrator; the account can still be approved.',
    SUSPENDED:
      'Suspended by an administrator after approval; the API keys of the account are rejected until it is approved again.',
  },
});

enumType(AccountAction, {
  name: 'AccountAction',
  description: 'Kind of account event.',
  values: {
    REGISTERED: 'The account was registered.',
    APPROVED: 'An administrator approved the account.',
    REJECTED: 'An administrator rejected the account.',
    SUSPENDED: 'An administrator suspended the account.',
    SUBSCRIPTION_SET: 'An administrator set the subscription, or started the trial with the first approval.',
    KEY_GENERATED:
      'The owner generated an API key, or an administrator created the default key with the first approval.',
    KEY_DELETED: 'The owner deleted an API key, or revoked it when changing or resetting the password.',
    KEY_REVOKED: 'An administrator revoked an API key.',
  },
});

enumType(MailKind, {
  name: 'MailKind',
  description: 'Purpose of an email.',
  values: {
    CONFIRMATION: 'Notice that the account is approved.',
    EMAIL_CONFIRMATION: 'Token to confirm the email address.',
    PASSWORD_RESET: 'Token to reset the password.',
    PASSWORD_CHANGED: 'Notice that the password was changed.',
    DEFAULT_KEY: 'Default API key and details of the subscription.',
  },
});

enumType(MailStatus, {
  name: 'MailStatus',
  description: 'Status of an email.',
  values: {
    WAITING: 'Waiting to be sent or retried. After a failed attempt, `lastError` contains the error.',
    SENT: 'Accepted by the mail server or, if `[mail] smtp_url` is not set, written to a file in the data directory.',
    FAILED:
      'Rejected permanently by the mail server, or retried for 5 days without success; `lastError` contains the last error.',
    DROPPED: 'Not sent because the email became obsolete; `lastError` contains the reason.',
  },
});
