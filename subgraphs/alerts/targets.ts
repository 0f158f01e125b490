import { dateOf, dateOrNull } from '../../platform/clock.js';
import { AlertStatus, Severity } from './vocabulary.js';

/**
 * Seconds from the opening of an alert, or from its restoration if it was suppressed, until it should be acknowledged
 * and closed, by severity; 0: no target.
 */
export interface Targets {
  readonly acknowledge: Readonly<Record<Severity, number>>;
  readonly resolve: Readonly<Record<Severity, number>>;
}

const severities = Object.values(Severity);

/** The targets of the settings, which are in minutes, in the order of the severities from low to critical. */
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

/** The fields of an alert that its targets depend on. Times are Unix epoch seconds. */
export interface TimedAlert {
  readonly severity: Severity;
  readonly status: AlertStatus;
  readonly createdAtEpoch: number;
  /** Start of the targets of an alert that was suppressed; null for others. */
  readonly restoredAtEpoch: number | null;
  /** Ids of the rules that suppress the alert, which then has no targets; null if it is not suppressed. */
  readonly suppressedBy: readonly string[] | null;
  readonly acknowledgedAtEpoch: number | null;
  readonly resolvedAtEpoch: number | null;
}

export interface TargetState {
  readonly dueAt: Date;
  /**
   * Time at which the alert was acknowledged or closed, even after `dueAt`; null: it was not, or the time is unknown.
   */
  readonly metAt: Date | null;
  readonly isBreached: boolean;
  /** Seconds until `dueAt`, negative after it; null if the alert no longer has to be acknowledged or closed. */
  readonly remainingSeconds: number | null;
}

/** Whether an alert still has to be acknowledged. A reopened alert was acknowledged before. */
function isUnacknowledged({ status, acknowledgedAtEpoch }: TimedAlert): boolean {
  return status === AlertStatus.OPEN && acknowledgedAtEpoch === null;
}

/** Whether an alert still has to be closed. */
function isUnresolved({ status }: Pick<TimedAlert, 'status'>): boolean {
  return status !== AlertStatus.RESOLVED && status !== AlertStatus.FALSE_POSITIVE;
}

/** The state of the target to acknowledge an alert; null if its severity has no target, and while it is suppressed. */
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

/** The state of the target to close an alert; null if its severity has no target, and while it is suppressed. */
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
  const due = (alert.restoredAtEpoch ?? alert.createdAtEpoch) + seconds;
  return {
    dueAt: dateOf(due),
    metAt: dateOrNull(metAt),
    isBreached: isPending ? now > due : metAt !== null && metAt > due,
    remainingSeconds: isPending ? due - now : null,
  };
}
