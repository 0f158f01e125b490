/** Interval of the lookups of a watch in hours. Responses are cached for an hour. */
export const watchIntervalHours = { default: 24, max: 720 } as const;
