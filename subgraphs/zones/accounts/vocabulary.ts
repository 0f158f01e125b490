/** Subscription tiers. The enums of accounts have the values of the REST service (specification, sections 1 to 3). */
export const Tier = { TRIAL: 'trial', BASIC: 'basic', ENTERPRISE: 'enterprise' } as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

export const AccountStatus = {
  PENDING: 'pending',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  SUSPENDED: 'suspended',
} as const;
export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus];

/** Kinds of account events. */
export const AccountAction = {
  REGISTERED: 'registered',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  SUSPENDED: 'suspended',
  SUBSCRIPTION_SET: 'subscription_set',
  KEY_GENERATED: 'key_generated',
  KEY_DELETED: 'key_deleted',
  KEY_REVOKED: 'key_revoked',
} as const;
export type AccountAction = (typeof AccountAction)[keyof typeof AccountAction];

/** Interfaces through which accounts are changed. */
export const AccountInterface = { REST: 'rest', GRAPHQL: 'graphql', COMMAND_LINE: 'command-line' } as const;
export type AccountInterface = (typeof AccountInterface)[keyof typeof AccountInterface];

/** Emails of an approval: specification, section 3. */
export const ApprovalMailKind = { CONFIRMATION: 'confirmation', DEFAULT_KEY: 'default_key' } as const;

/** Emails about the address and the password of an account. */
export const CredentialMailKind = {
  EMAIL_CONFIRMATION: 'email_confirmation',
  PASSWORD_RESET: 'password_reset',
  PASSWORD_CHANGED: 'password_changed',
} as const;
export type CredentialMailKind = (typeof CredentialMailKind)[keyof typeof CredentialMailKind];

export const MailKind = { ...ApprovalMailKind, ...CredentialMailKind } as const;
export type MailKind = (typeof MailKind)[keyof typeof MailKind];

export const MailStatus = { WAITING: 'waiting', SENT: 'sent', FAILED: 'failed', DROPPED: 'dropped' } as const;
export type MailStatus = (typeof MailStatus)[keyof typeof MailStatus];

/** Status of a subscription: specification, section 3. */
export const SubscriptionStatus = { ACTIVE: 'active', EXPIRED: 'expired' } as const;
export type SubscriptionStatus = (typeof SubscriptionStatus)[keyof typeof SubscriptionStatus];
