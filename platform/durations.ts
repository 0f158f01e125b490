/** Milliseconds of a minute. */
export const minuteMs = 60_000;

/** Milliseconds of an hour. */
export const hourMs = 3_600_000;

/** Milliseconds of a day of 24 hours. */
export const dayMs = 86_400_000;

/** Seconds of a day of 24 hours. */
export const daySeconds = 86_400;
