/** The closed vocabularies of zones, in the spelling of the wire (specification, sections 1 to 3). */
export const Tier = { TRIAL: 'trial', BASIC: 'basic', ENTERPRISE: 'enterprise' } as const;
export type Tier = (typeof Tier)[keyof typeof Tier];

export const AccountStatus = {
  PENDING: 'pending',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  SUSPENDED: 'suspended',
} as const;
export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus];

/** What happened to an account, for its audit trail. */
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

/** Through which interface an account was changed. */
export const AccountInterface = { REST: 'rest', GRAPHQL: 'graphql', COMMAND_LINE: 'command-line' } as const;
export type AccountInterface = (typeof AccountInterface)[keyof typeof AccountInterface];

/** The mails that an approval causes: specification, section 3. */
export const ApprovalMailKind = { CONFIRMATION: 'confirmation', DEFAULT_KEY: 'default_key' } as const;

/** The mails about the address and the password of an account. */
export const CredentialMailKind = {
  EMAIL_CONFIRMATION: 'email_confirmation',
  PASSWORD_RESET: 'password_reset',
  PASSWORD_CHANGED: 'password_changed',
} as const;
export type CredentialMailKind = (typeof CredentialMailKind)[keyof typeof CredentialMailKind];

export const MailKind = { ...ApprovalMailKind, ...CredentialMailKind } as const;
export type MailKind = (typeof MailKind)[keyof typeof MailKind];

/** Where a mail stands. */
export const MailStatus = { WAITING: 'waiting', SENT: 'sent', FAILED: 'failed', DROPPED: 'dropped' } as const;
export type MailStatus = (typeof MailStatus)[keyof typeof MailStatus];

/** What became of an attempt to import a zone file. */
export const ImportOutcome = {
  /** It is the newest state of its zone. */
  APPLIED: 'applied',
  /** The file is the one that was imported last. */
  UNCHANGED: 'unchanged',
  /** The file must not become the state. */
  REFUSED: 'refused',
  /** Something broke on the way. */
  FAILED: 'failed',
} as const;
export type ImportOutcome = (typeof ImportOutcome)[keyof typeof ImportOutcome];

/** Where an abuse contact stood: with the registrar, beside the domain, or in the registrar's own answer. */
export const AbuseContactSource = { REGISTRAR: 'registrar', DOMAIN: 'domain', REFERRAL: 'referral' } as const;
export type AbuseContactSource = (typeof AbuseContactSource)[keyof typeof AbuseContactSource];

/** Specification, section 3. */
export const SubscriptionStatus = { ACTIVE: 'active', EXPIRED: 'expired' } as const;
export type SubscriptionStatus = (typeof SubscriptionStatus)[keyof typeof SubscriptionStatus];

/** Whether a pair of a domain and a nameserver is in the zone: specification, section 2. */
export const ObservationStatus = { ACTIVE: 'active', INACTIVE: 'inactive' } as const;
export type ObservationStatus = (typeof ObservationStatus)[keyof typeof ObservationStatus];

/** Why a name looks like a brand. */
export const LookAlikeKind = { CONFUSABLE: 'confusable', EDIT: 'edit' } as const;
export type LookAlikeKind = (typeof LookAlikeKind)[keyof typeof LookAlikeKind];
