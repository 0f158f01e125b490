/** Kinds of actors, in the spelling of the log. */
export const AuditActorKind = {
  OPERATOR: 'operator',
  ACCOUNT: 'account',
  MIRROR_CLIENT: 'mirror-client',
  ANONYMOUS: 'anonymous',
  SYSTEM: 'system',
} as const;
export type AuditActorKind = (typeof AuditActorKind)[keyof typeof AuditActorKind];

/** Interfaces of changes, in the spelling of the log. */
export const AuditInterface = {
  REST: 'rest',
  GRAPHQL: 'graphql',
  COMMAND_LINE: 'command-line',
  JOB: 'job',
} as const;
export type AuditInterface = (typeof AuditInterface)[keyof typeof AuditInterface];
