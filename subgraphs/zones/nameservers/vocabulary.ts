export const NameserverChangeKind = { ADDED: 'added', REMOVED: 'removed', MOVED: 'moved' } as const;
export type NameserverChangeKind = (typeof NameserverChangeKind)[keyof typeof NameserverChangeKind];

export const NameserverChangeDirection = { TO: 'to', FROM: 'from' } as const;
export type NameserverChangeDirection = (typeof NameserverChangeDirection)[keyof typeof NameserverChangeDirection];
