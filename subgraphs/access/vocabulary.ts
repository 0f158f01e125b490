/** Roles of operators, in the spelling of callers. */
export const OperatorRole = { ADMIN: 'admin', ANALYST: 'analyst', VIEWER: 'viewer', INGEST: 'ingest' } as const;
export type OperatorRole = (typeof OperatorRole)[keyof typeof OperatorRole];

/** Whether a token is accepted. */
export const OperatorTokenStatus = { ACTIVE: 'active', EXPIRED: 'expired', REVOKED: 'revoked' } as const;
export type OperatorTokenStatus = (typeof OperatorTokenStatus)[keyof typeof OperatorTokenStatus];
