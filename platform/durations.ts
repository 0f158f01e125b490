/** Milliseconds in a minute. */
export const minuteMs = 60_000;

/** Milliseconds in an hour. */
export const hourMs = 3_600_000;

/** Milliseconds in a day of 24 hours. */
export const dayMs = 86_400_000;

/** Seconds in a day of 24 hours. */
export const daySeconds = 86_400;
