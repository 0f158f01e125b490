import { daySeconds } from '../../../platform/durations.js';

/** What a controller that cannot reach the service may use, and until when. Times are ISO 8601 in UTC. */
export interface MachineFile {
  readonly guid: string;
  readonly hostname: string;
  readonly issuedAt: string;
  readonly expiresAt: string;
  readonly license: { readonly id: string; readonly customer: string; readonly expiresAt: string };
  readonly department: string | null;
  /** Configuration of the department; empty if none matches. */
  readonly default: Readonly<Record<string, unknown>>;
  readonly entitlements: Readonly<Record<string, unknown>>;
}

/** The text of a machine file, which is signed byte for byte. */
export function machineFileText(file: MachineFile): string {
  return `${JSON.stringify({ type: 'rampart-machine-file', version: 1, ...file }, null, 2)}\n`;
}

/**
 * Expiry of a machine file: after the requested days, but not after the license with its grace period, nor after the
 * lease, both as they are when it is issued. Times are Unix epoch seconds.
 */
export function machineFileExpiry(limits: {
  now: number;
  days: number;
  graceEnd: number;
  leaseEnd: number | undefined;
}): number {
  return Math.min(limits.now + limits.days * daySeconds, limits.graceEnd, limits.leaseEnd ?? Number.POSITIVE_INFINITY);
}
