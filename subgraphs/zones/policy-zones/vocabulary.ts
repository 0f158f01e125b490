/** State of the copy of a policy zone at a client. */
export const PolicyZoneClientState = { CURRENT: 'current', OUTDATED: 'outdated', SILENT: 'silent' } as const;
export type PolicyZoneClientState = (typeof PolicyZoneClientState)[keyof typeof PolicyZoneClientState];

/** State of the notification of a secondary server about the newest serial. */
export const PolicyZoneSecondaryState = { PENDING: 'pending', CONFIRMED: 'confirmed', FAILED: 'failed' } as const;
export type PolicyZoneSecondaryState = (typeof PolicyZoneSecondaryState)[keyof typeof PolicyZoneSecondaryState];
