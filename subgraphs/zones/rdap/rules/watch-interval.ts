/**
 * Default and maximum of the interval between scheduled lookups of a watch, in hours. Minimum 1, because responses are
 * cached for an hour; 0 disables scheduled lookups.
 */
export const watchIntervalHours = { default: 24, max: 720 } as const;
