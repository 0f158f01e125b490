import { dayMs } from '../../../../platform/durations.js';

/** Maximum pause of a registry's server, and maximum lifetime of a stored response; both in milliseconds. */
export const maxLifetimeMs = 3_600_000;

/** Maximum time in milliseconds until a background lookup: a quota resets, and a watch is due, within a month. */
export const maxWaitMs: number = 31 * dayMs;
