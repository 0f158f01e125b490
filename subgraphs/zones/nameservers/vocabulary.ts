/** How an import has changed the nameservers of a domain. */
export const NameserverChangeKind = { ADDED: 'added', REMOVED: 'removed', MOVED: 'moved' } as const;
export type NameserverChangeKind = (typeof NameserverChangeKind)[keyof typeof NameserverChangeKind];

/** Whether domains begin or cease to use a nameserver. */
export const NameserverChangeDirection = { TO: 'to', FROM: 'from' } as const;
export type NameserverChangeDirection = (typeof NameserverChangeDirection)[keyof typeof NameserverChangeDirection];
