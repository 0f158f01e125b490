/** Hours between the lookups of a watch. At least 1, because responses are cached for an hour; 0: no own lookups. */
export const watchIntervalHours = { default: 24, max: 720 } as const;
