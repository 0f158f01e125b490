import type { ChangeInterface } from '../generated/operations.js';
import { formatEnum, formatTimeInZone } from '../shared/format.js';
import { formatActor } from './analyst.js';
import type { AlertDetail } from './data.js';

const interfaces: Readonly<Record<ChangeInterface, string>> = {
  REST: 'REST',
  GRAPHQL: 'GraphQL',
  COMMAND_LINE: 'Command line',
};

/** Every change of status or assignee and every verdict, newest first. */
export function DetailHistory({ alert }: { readonly alert: AlertDetail }) {
  const entries = [
    ...alert.transitions.map((transition) => ({
      ...transition,
      title: `${formatEnum(transition.fromStatus)} → ${formatEnum(transition.toStatus)}`,
      actor: formatActor(transition),
    })),
    ...alert.verdicts.map((verdict) => ({
      ...verdict,
      title: verdict.isTruePositive ? 'Verdict: true positive' : 'Verdict: false positive',
      actor: formatActor(verdict),
    })),
    ...alert.assignments.map(({ at, to, caller, via }) => {
      const title = to === null ? 'Unassigned' : `Assigned to ${to.name}`;
      return { at, title, actor: caller, notes: null, via };
    }),
  ];
  // Entries with equal times remain in the order of the server; a verdict precedes the change of status that it caused.
  const newestFirst = entries.reverse().sort((left, right) => Date.parse(right.at) - Date.parse(left.at));
  return (
    <section className="detail-section" aria-labelledby="history-title">
      <h3 id="history-title">History</h3>
      {newestFirst.length === 0 && <p className="hint">No changes yet.</p>}
      <ol className="history">
        {newestFirst.map((entry) => (
          <li key={`${entry.at} ${entry.title} ${entry.actor}`}>
            <span className="history-event">{entry.title}</span>
            <span className="hint">
              {formatTimeInZone(entry.at)} · {entry.actor} · {interfaces[entry.via]}
            </span>
            {entry.notes !== null && entry.notes !== '' && <span className="history-notes">{entry.notes}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}
