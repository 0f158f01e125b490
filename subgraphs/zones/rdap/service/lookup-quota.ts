import type { Clock } from '../../../../platform/clock.js';
import type { PerTier } from '../../../../platform/configuration/index.js';
import type { Database } from '../../../../platform/database/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { acquireFromWindow, type RateWindow, releaseFromWindow } from '../../../../platform/rate-windows.js';
import { limitExceeded, Tier } from '../../accounts/index.js';

/** Maximum numbers of lookups of a tier per minute and per day (UTC); 0 if the tier does not include lookups. */
export interface LookupQuota {
  readonly perMinute: number;
  readonly perDay: number;
}

export interface LookupQuotaSettings {
  readonly rdapPerMinute: PerTier;
  readonly rdapPerDay: PerTier;
}

/** A caller whose lookups are counted. */
export interface MeteredCaller {
  /** Key of the caller, by which lookups are counted. */
  readonly subject: string;
  readonly tier: Tier;
  readonly quota: LookupQuota;
}

/** A counted lookup, which can be refunded. */
export interface Reservation {
  readonly subject: string;
  /** Time at which the lookup was counted, in Unix epoch seconds. */
  readonly countedAt: number;
}

interface MeteringDependencies {
  readonly database: Pick<Database, 'transaction'>;
  readonly clock: Clock;
}

const tierPositions = { [Tier.TRIAL]: 0, [Tier.BASIC]: 1, [Tier.ENTERPRISE]: 2 } as const;

/**
 * The lookup quota of a tier, which must include lookups.
 * @throws {DomainError} FORBIDDEN with reason `rdap_not_available`
 */
export function requireLookupQuota(settings: LookupQuotaSettings, tier: Tier): LookupQuota {
  if (hasLookupQuota(settings, tier)) return lookupQuotaOf(settings, tier);
  throw new DomainError('FORBIDDEN', `RDAP lookups are not available on the ${tier} tier`, {
    reason: 'rdap_not_available',
  });
}

/** Whether a tier includes lookups. */
export function hasLookupQuota(settings: LookupQuotaSettings, tier: Tier): boolean {
  const { perMinute, perDay } = lookupQuotaOf(settings, tier);
  return perMinute > 0 && perDay > 0;
}

/** The lookup quota of a tier, whether or not it includes lookups. */
export function lookupQuotaOf(settings: LookupQuotaSettings, tier: Tier): LookupQuota {
  const position = tierPositions[tier];
  return { perMinute: settings.rdapPerMinute[position], perDay: settings.rdapPerDay[position] };
}

/**
 * Counts one lookup against the limits of its day and its minute, both or neither; exact across all replicas. Days
 * begin at midnight UTC.
 * @throws {DomainError} QUOTA_EXCEEDED with reason `rdap_quota_exceeded`, RATE_LIMITED with reason `rdap_rate_limited`,
 * both with `tier`, `limit`, `used`, `resetsAt` (ISO 8601) and `retryAfterSeconds`
 */
export async function reserveLookup(
  { database, clock }: MeteringDependencies,
  { subject, tier, quota }: MeteredCaller,
): Promise<Reservation> {
  const now = clock.now();
  const countedAt = now / 1000;
  await database.transaction(async (sql) => {
    // The day is counted first: once its quota is used up, waiting for the next minute does not help. An error
    // rolls the counts back.
    const day = await acquireFromWindow(sql, { ...dayWindowOf(subject), limit: quota.perDay }, countedAt);
    if (!day.acquired) {
      throw limitExceeded({
        ...{ code: 'QUOTA_EXCEEDED', reason: 'rdap_quota_exceeded' },
        message: `The RDAP lookups of this day (UTC) are used up (maximum: ${quota.perDay})`,
        ...{ tier, limit: quota.perDay, resetsAt: day.resetsAt * 1000, now },
      });
    }
    const minute = await acquireFromWindow(sql, { ...minuteWindowOf(subject), limit: quota.perMinute }, countedAt);
    if (!minute.acquired) {
      throw limitExceeded({
        ...{ code: 'RATE_LIMITED', reason: 'rdap_rate_limited' },
        message: `The RDAP lookups of this minute are used up (maximum: ${quota.perMinute})`,
        ...{ tier, limit: quota.perMinute, resetsAt: minute.resetsAt * 1000, now },
      });
    }
  });
  return { subject, countedAt };
}

/** Refunds a lookup that failed. */
export async function refundLookup({ database }: MeteringDependencies, reservation: Reservation): Promise<void> {
  const { subject, countedAt } = reservation;
  await database.transaction(async (sql) => {
    await releaseFromWindow(sql, dayWindowOf(subject), countedAt);
    await releaseFromWindow(sql, minuteWindowOf(subject), countedAt);
  });
}

function dayWindowOf(subject: string): RateWindow {
  return { scope: 'zones.rdap-day', subject, seconds: 86_400 };
}

function minuteWindowOf(subject: string): RateWindow {
  return { scope: 'zones.rdap-minute', subject, seconds: 60 };
}
