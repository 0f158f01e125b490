/** Kinds of callers that are viewers, spelled as in `Caller.kind`. */
export const ViewerKind = { OPERATOR: 'operator', ACCOUNT: 'account', MIRROR_CLIENT: 'mirror-client' } as const;
export type ViewerKind = (typeof ViewerKind)[keyof typeof ViewerKind];
