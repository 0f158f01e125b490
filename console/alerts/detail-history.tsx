import type { ChangeInterface } from '../generated/operations.js';
import { formatEnum, formatTimeInZone } from '../shared/format.js';
import { formatActor } from './analyst.js';
import type { AlertDetail, AlertTransition, AlertVerdict } from './data.js';

interface Entry {
  readonly at: string;
  readonly title: string;
  readonly actor: string;
  readonly notes: string | null;
  readonly via: ChangeInterface;
}

const interfaces: Readonly<Record<ChangeInterface, string>> = {
  REST: 'REST',
  GRAPHQL: 'GraphQL',
  COMMAND_LINE: 'Command line',
};

/** Every change of status or assignee and every verdict, newest first. */
export function DetailHistory({ alert }: { readonly alert: AlertDetail }) {
  const entries = [
    ...alert.transitions.map(entryOfTransition),
    ...alert.verdicts.map(entryOfVerdict),
    ...alert.assignments.map(entryOfAssignment),
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

function entryOfTransition(transition: AlertTransition): Entry {
  return {
    at: transition.at,
    title: `${formatEnum(transition.fromStatus)} → ${formatEnum(transition.toStatus)}`,
    actor: formatActor(transition),
    notes: transition.notes,
    via: transition.via,
  };
}

function entryOfVerdict(verdict: AlertVerdict): Entry {
  return {
    at: verdict.at,
    title: verdict.isTruePositive ? 'Verdict: true positive' : 'Verdict: false positive',
    actor: formatActor(verdict),
    notes: verdict.notes,
    via: verdict.via,
  };
}

function entryOfAssignment({ at, to, caller, via }: AlertDetail['assignments'][number]): Entry {
  return { at, title: to === null ? 'Unassigned' : `Assigned to ${to.name}`, actor: caller, notes: null, via };
}
