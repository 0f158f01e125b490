/** Kinds of callers, in the spelling of callers. */
export const ViewerKind = { OPERATOR: 'operator', ACCOUNT: 'account', MIRROR_CLIENT: 'mirror-client' } as const;
export type ViewerKind = (typeof ViewerKind)[keyof typeof ViewerKind];
