/** A straightforward computation of the times of alerts, for comparison. Times are Unix epoch milliseconds. */
interface Alert {
  readonly id?: string;
  readonly severity?: string;
  readonly status?: string;
  readonly createdAt?: string;
}

interface Transition {
  readonly at: Date;
  readonly fromStatus: string;
  readonly toStatus: string;
}

interface Settings {
  readonly now: number;
  /** Minutes by severity; 0: no target. */
  readonly acknowledge: Readonly<Record<string, number>>;
  readonly resolve: Readonly<Record<string, number>>;
}

const isClosed = (status: string) => ['resolved', 'false_positive'].includes(status);

export function computedTimes(
  alerts: readonly Alert[],
  transitions: ReadonlyMap<string, readonly Transition[]>,
  { now, acknowledge, resolve }: Settings,
) {
  return new Map(
    alerts.map(({ id = '', severity = '', status = '', createdAt = '' }) => {
      const created = Date.parse(createdAt);
      let acknowledged: number | null = null;
      let resolved: number | null = null;
      let reopened: number | null = null;
      for (const { at, fromStatus, toStatus } of transitions.get(id) ?? []) {
        if (fromStatus === 'open' && toStatus !== 'open') acknowledged ??= at.getTime();
        if (!isClosed(fromStatus) && isClosed(toStatus)) resolved = at.getTime();
        if (isClosed(fromStatus) && !isClosed(toStatus)) {
          resolved = null;
          reopened = at.getTime();
        }
      }
      const targets = [
        {
          minutes: acknowledge[severity] ?? 0,
          met: acknowledged,
          isPending: acknowledged === null && status === 'OPEN',
        },
        { minutes: resolve[severity] ?? 0, met: resolved, isPending: !isClosed(status.toLowerCase()) },
      ].map((target) => ({ ...target, due: created + target.minutes * 60_000 }));
      const targetTexts = targets.map(({ minutes, met, isPending, due }) =>
        minutes === 0
          ? null
          : {
              ...{ dueAt: iso(due), metAt: iso(met), isBreached: isPending ? now > due : met !== null && met > due },
              remainingSeconds: isPending ? (due - now) / 1000 : null,
            },
      );
      const set = targets.filter(({ minutes }) => minutes > 0);
      const pending = set.filter(({ isPending }) => isPending).map(({ due }) => due);
      return [
        id,
        {
          fields: {
            ...{ acknowledgedAt: iso(acknowledged), resolvedAt: iso(resolved), reopenedAt: iso(reopened) },
            ...{ acknowledgeTarget: targetTexts[0], resolveTarget: targetTexts[1] },
          },
          acknowledged: acknowledged === null ? [] : [(acknowledged - created) / 1000],
          resolved: resolved === null ? [] : [(resolved - created) / 1000],
          due: Math.min(...pending, Number.MAX_SAFE_INTEGER),
          isDueBefore: (time: number) => pending.some((due) => due < time),
          isBreachedBefore: (time: number) =>
            set.some(({ due, isPending, met }) => due < time && (isPending || (met !== null && met > due))),
        },
      ] as const;
    }),
  );
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** The percentile of sorted values, interpolated. */
export function percentile(sorted: readonly number[], fraction: number): number {
  const position = (sorted.length - 1) * fraction;
  const [low = 0, high = 0] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return low + (high - low) * (position - Math.floor(position));
}
