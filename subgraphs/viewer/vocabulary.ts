/** Kinds of callers, in the spelling of callers. */
export const ViewerKind = { OPERATOR: 'operator', ACCOUNT: 'account', MIRROR_CLIENT: 'mirror-client' } as const;
export type ViewerKind = (typeof ViewerKind)[keyof typeof ViewerKind];

/** Roles of operators. */
export const OperatorRole = { ADMIN: 'admin', ANALYST: 'analyst', VIEWER: 'viewer', INGEST: 'ingest' } as const;
export type OperatorRole = (typeof OperatorRole)[keyof typeof OperatorRole];
