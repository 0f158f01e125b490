import { daySeconds } from '../../../platform/durations.js';

/**
 * Authorizes a controller without access to the service to run until `expiresAt`, with its entitlements and
 * configuration. Times are ISO 8601 in UTC.
 */
export interface MachineFile {
  readonly guid: string;
  readonly hostname: string;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly license: { readonly id: string; readonly customer: string; readonly expiresAt: string };
  readonly department: string | null;
  /** Configuration of the department; empty if no department matches the controller. */
  readonly default: Readonly<Record<string, unknown>>;
  readonly entitlements: Readonly<Record<string, unknown>>;
}

/** Serializes a machine file. The signature covers exactly these bytes. */
export function machineFileText(file: MachineFile): string {
  return `${JSON.stringify({ type: 'rampart-machine-file', version: 1, ...file }, null, 2)}\n`;
}

/**
 * Expiration time of a machine file: the earliest of the end of the requested days, the end of the license's grace
 * period, and the end of the controller's lease, all as of the time of issue. Times are Unix epoch seconds.
 */
export function machineFileExpiry(limits: {
  now: number;
  days: number;
  graceEnd: number;
  leaseEnd: number | undefined;
}): number {
  return Math.min(limits.now + limits.days * daySeconds, limits.graceEnd, limits.leaseEnd ?? Number.POSITIVE_INFINITY);
}
