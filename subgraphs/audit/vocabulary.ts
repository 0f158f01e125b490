/** Kinds of actors, in the spelling of the log. */
export const AuditActorKind = {
  OPERATOR: 'operator',
  ACCOUNT: 'account',
  MIRROR_CLIENT: 'mirror-client',
  ANONYMOUS: 'anonymous',
  SYSTEM: 'system',
} as const;
export type AuditActorKind = (typeof AuditActorKind)[keyof typeof AuditActorKind];
