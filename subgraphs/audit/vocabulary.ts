/** Kinds of actors, as stored in the audit log. */
export const AuditActorKind = {
  OPERATOR: 'operator',
  ACCOUNT: 'account',
  MIRROR_CLIENT: 'mirror-client',
  ANONYMOUS: 'anonymous',
  SYSTEM: 'system',
} as const;
export type AuditActorKind = (typeof AuditActorKind)[keyof typeof AuditActorKind];
