/** Whether a client of a policy zone has its newest state. */
export const PolicyZoneClientState = { CURRENT: 'current', BEHIND: 'behind', SILENT: 'silent' } as const;
export type PolicyZoneClientState = (typeof PolicyZoneClientState)[keyof typeof PolicyZoneClientState];

/** Whether a secondary server has confirmed the newest serial. */
export const PolicyZoneSecondaryState = { PENDING: 'pending', CONFIRMED: 'confirmed', FAILED: 'failed' } as const;
export type PolicyZoneSecondaryState = (typeof PolicyZoneSecondaryState)[keyof typeof PolicyZoneSecondaryState];
