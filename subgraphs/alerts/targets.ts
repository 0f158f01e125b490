import { dateOf, dateOrNull } from '../../platform/clock.js';
import { AlertStatus, Severity } from './vocabulary.js';

/**
 * Targets for handling alerts, by severity: maximum number of seconds from the opening of an alert, or from its
 * restoration if it was suppressed, to its acknowledgement and to its closing. 0: no target.
 */
export interface Targets {
  readonly acknowledge: Readonly<Record<Severity, number>>;
  readonly resolve: Readonly<Record<Severity, number>>;
}

const severities = Object.values(Severity);

/** Converts the settings, in minutes, to targets in seconds, in the order of severities from low to critical. */
export function targetsOf(settings: {
  acknowledgeMinutes: readonly number[];
  resolveMinutes: readonly number[];
}): Targets {
  return { acknowledge: secondsOf(settings.acknowledgeMinutes), resolve: secondsOf(settings.resolveMinutes) };
}

function secondsOf(minutes: readonly number[]): Record<Severity, number> {
  const entries = severities.map((severity, index) => [severity, (minutes[index] ?? 0) * 60]);
  return Object.fromEntries(entries) as Record<Severity, number>; // One entry per severity.
}

/** The alert fields that determine the state of its targets. Times are Unix epoch seconds. */
export interface TimedAlert {
  readonly severity: Severity;
  readonly status: AlertStatus;
  readonly createdAtEpoch: number;
  /** Time from which the targets of a previously suppressed alert are measured; null for other alerts. */
  readonly restoredAtEpoch: number | null;
  /**
   * Ids of the suppressions that apply to the alert; null if it is not suppressed. A suppressed alert has no targets.
   */
  readonly suppressedBy: readonly string[] | null;
  readonly acknowledgedAtEpoch: number | null;
  readonly resolvedAtEpoch: number | null;
}

export interface TargetState {
  readonly dueAt: Date;
  /**
   * Time at which the alert was acknowledged or closed, even if after `dueAt`; null if it was not, or if the time is
   * unknown.
   */
  readonly metAt: Date | null;
  readonly isBreached: boolean;
  /**
   * Number of seconds until `dueAt`, negative after it; null if the alert no longer has to be acknowledged or closed.
   */
  readonly remainingSeconds: number | null;
}

/** Whether an alert still has to be acknowledged. A reopened alert counts as acknowledged. */
function isUnacknowledged({ status, acknowledgedAtEpoch }: TimedAlert): boolean {
  return status === AlertStatus.OPEN && acknowledgedAtEpoch === null;
}

/** Whether an alert still has to be closed. */
function isUnresolved({ status }: Pick<TimedAlert, 'status'>): boolean {
  return status !== AlertStatus.RESOLVED && status !== AlertStatus.FALSE_POSITIVE;
}

/**
 * The state of an alert's acknowledgement target; null if its severity has no such target, or while the alert is
 * suppressed.
 */
export function acknowledgementTarget(alert: TimedAlert, targets: Targets, now: number): TargetState | null {
  const metAt = alert.acknowledgedAtEpoch;
  return stateOf({
    alert,
    seconds: targets.acknowledge[alert.severity],
    metAt,
    isPending: isUnacknowledged(alert),
    now,
  });
}

/**
 * The state of an alert's resolution target; null if its severity has no such target, or while the alert is suppressed.
 */
export function resolutionTarget(alert: TimedAlert, targets: Targets, now: number): TargetState | null {
  const metAt = alert.resolvedAtEpoch;
  return stateOf({ alert, seconds: targets.resolve[alert.severity], metAt, isPending: isUnresolved(alert), now });
}

function stateOf(target: {
  alert: TimedAlert;
  seconds: number;
  metAt: number | null;
  isPending: boolean;
  now: number;
}): TargetState | null {
  const { alert, seconds, metAt, isPending, now } = target;
  if (seconds === 0 || alert.suppressedBy !== null) return null;
  const dueAt = (alert.restoredAtEpoch ?? alert.createdAtEpoch) + seconds;
  return {
    dueAt: dateOf(dueAt),
    metAt: dateOrNull(metAt),
    isBreached: isPending ? now > dueAt : metAt !== null && metAt > dueAt,
    remainingSeconds: isPending ? dueAt - now : null,
  };
}
