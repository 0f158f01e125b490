/** Whether a token is accepted. */
export const OperatorTokenStatus = { ACTIVE: 'active', EXPIRED: 'expired', REVOKED: 'revoked' } as const;
export type OperatorTokenStatus = (typeof OperatorTokenStatus)[keyof typeof OperatorTokenStatus];
