import type { FormEvent } from 'react';
import { AddIncidentCommentDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { useTextDraft } from '../shared/drafts.js';
import { TextAreaField } from '../shared/fields.js';
import { formatCount, formatEnum, formatTimeInZone } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useMutation } from '../shared/use-mutation.js';
import type { IncidentDetail, TimelineEntry } from './incident-data.js';

interface IncidentTimelineProps {
  readonly incident: IncidentDetail;
  readonly canChange: boolean;
}

/** The events of an incident and of those that were merged into it, newest first. */
export function IncidentTimeline({ incident, canChange }: IncidentTimelineProps) {
  return (
    <section aria-labelledby="timeline-title">
      <h2 id="timeline-title">Timeline</h2>
      {canChange && <NewComment key={incident.id} incidentId={incident.id} />}
      <ol className="history">
        {incident.timeline.edges.map(({ cursor, node }) => (
          <li key={cursor}>
            <span className="history-event">{textOf(node)}</span>
            <span className="hint">
              {formatTimeInZone(node.at)} by {node.actor?.name ?? 'a rule'}
              {node.incident !== null && node.incident.id !== incident.id && ` · in ${node.incident.title}`}
            </span>
            {node.body !== null && <span className="history-notes">{node.body}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function textOf({ kind, alertCount, before, after, other }: TimelineEntry): string {
  const alerts = formatCount(alertCount, 'alert');
  switch (kind) {
    case 'OPENED':
      return `Opened with ${alerts}${other === null ? '' : `, split from ${other.title}`}`;
    case 'ALERTS_ADDED':
      return `${alerts} added`;
    case 'ALERTS_REMOVED':
      return `${alerts} removed`;
    case 'MERGED':
      return `${alerts} merged from ${before ?? 'another incident'}`;
    case 'SPLIT':
      return `${alerts} split into ${after ?? 'a new incident'}`;
    case 'STATUS':
      return `Status set to ${formatEnum((after ?? '').toUpperCase())}`;
    case 'OWNER':
      return after === null ? 'Unassigned' : `Assigned to ${after}`;
    case 'TITLE':
      return `Title changed from “${before ?? ''}” to “${after ?? ''}”`;
    case 'COMMENT':
      return 'Comment';
  }
}

function NewComment({ incidentId }: { readonly incidentId: string }) {
  const [body, setBody, removeSent] = useTextDraft({ kind: 'incident-comment', id: incidentId });
  const { run, busy, failure } = useMutation(AddIncidentCommentDocument);

  async function add(event: FormEvent) {
    event.preventDefault();
    if ((await run({ input: { id: incidentId, body } })) !== undefined) {
      removeSent(body);
    }
  }

  return (
    <form className="comment-form" onSubmit={add}>
      <TextAreaField label="New comment" rows={3} value={body} onChange={setBody} />
      <Button type="submit" disabled={busy || body.trim() === ''}>
        Add comment
      </Button>
      <MutationResult failure={failure} />
    </form>
  );
}
