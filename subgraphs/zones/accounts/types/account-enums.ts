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
  description: 'What a subscription allows.',
  valuesConfig: {
    TRIAL: { description: 'Seven days from the approval of an account.' },
    BASIC: { description: 'Wildcards and browsing, 30 days of history.' },
    ENTERPRISE: { description: 'The same with larger pages and 180 days of history.' },
  },
});

registerEnumType(SubscriptionStatus, {
  name: 'SubscriptionStatus',
  description: 'Whether a subscription is in force.',
  valuesConfig: {
    ACTIVE: { description: 'It is in force.' },
    EXPIRED: { description: 'Its time has passed; searches and look-ups are refused.' },
  },
});

registerEnumType(AccountStatus, {
  name: 'AccountStatus',
  description: 'Where an account stands.',
  valuesConfig: {
    PENDING: { description: 'Registered; an administrator has not decided yet.' },
    APPROVED: { description: 'It may make keys and use them.' },
    REJECTED: { description: 'An administrator did not approve it.' },
    SUSPENDED: { description: 'It was approved once; its keys are refused for now.' },
  },
});

registerEnumType(AccountAction, {
  name: 'AccountAction',
  description: 'What happened to an account.',
  valuesConfig: {
    REGISTERED: { description: 'It was made and waits for approval.' },
    APPROVED: { description: 'An administrator approved it.' },
    REJECTED: { description: 'An administrator did not approve it.' },
    SUSPENDED: { description: 'An administrator suspended it.' },
    SUBSCRIPTION_SET: { description: 'An administrator set its subscription.' },
    KEY_GENERATED: { description: 'An API key was made.' },
    KEY_DELETED: { description: 'Its owner deleted an API key.' },
    KEY_REVOKED: { description: 'An administrator revoked an API key.' },
  },
});

registerEnumType(AccountInterface, {
  name: 'AccountInterface',
  description: 'The interface through which an account was changed.',
  valuesConfig: {
    REST: { description: 'A documented path.' },
    GRAPHQL: { description: 'This graph.' },
    COMMAND_LINE: { description: 'The `rampart` command.' },
  },
});

registerEnumType(MailKind, {
  name: 'MailKind',
  description: 'What a mail is about.',
  valuesConfig: {
    CONFIRMATION: { description: 'The account is approved.' },
    EMAIL_CONFIRMATION: { description: 'The token that confirms an e-mail address.' },
    PASSWORD_RESET: { description: 'The token to choose a new password.' },
    PASSWORD_CHANGED: { description: 'The password was changed.' },
    DEFAULT_KEY: { description: 'The default API key, with the details of the subscription.' },
  },
});

registerEnumType(MailStatus, {
  name: 'MailStatus',
  description: 'Where a mail stands.',
  valuesConfig: {
    WAITING: { description: 'It is to be sent; `lastError` says why an attempt failed.' },
    SENT: { description: 'A server has taken it, or it is a file in the data directory.' },
    FAILED: { description: 'It was refused for good, or tried for five days.' },
    DROPPED: { description: 'It was not sent, because it had nothing to say any more: `lastError` has the reason.' },
  },
});
