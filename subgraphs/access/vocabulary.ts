/** Status of an operator token. Only active tokens are accepted. */
export const OperatorTokenStatus = { ACTIVE: 'active', EXPIRED: 'expired', REVOKED: 'revoked' } as const;
export type OperatorTokenStatus = (typeof OperatorTokenStatus)[keyof typeof OperatorTokenStatus];
