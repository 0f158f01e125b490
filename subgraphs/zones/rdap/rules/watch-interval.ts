/** Interval of the lookups of a watch in hours. Responses are cached for an hour. */
export const watchInterval = { default: 24, max: 720 } as const;
