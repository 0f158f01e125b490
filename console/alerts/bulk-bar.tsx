import './bulk.css';
import { useState } from 'react';
import {
  AssignAlertsDocument,
  type AssignAlertsMutation,
  ChangeAlertStatusesDocument,
} from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { storeDraft } from '../shared/drafts.js';
import { formatCount, formatEnum } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { actorInput, storeAnalystName, useIsIdentified } from './analyst.js';
import { BulkAssign } from './bulk-assign.js';
import { BulkForm, type BulkRequest, bulkNotes } from './bulk-form.js';
import { BulkIncident } from './bulk-incident.js';
import type { AlertRow } from './data.js';

interface BulkBarProps {
  readonly selected: readonly AlertRow[];
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

type ChangeResult = NonNullable<AssignAlertsMutation['assignAlerts']>['results'][number];

/**
 * Sets the status or the assignee of all selected alerts, and shows the error of each alert that failed. Those alerts
 * remain selected.
 */
export function BulkBar({ selected, onSelect }: BulkBarProps) {
  // Each change has a new form, which starts without notes.
  const [formKey, setFormKey] = useState(0);
  /** The value that the last change tried to set, shown for alerts with a conflict. */
  const [yours, setYours] = useState('');
  const mutation = useMutation(ChangeAlertStatusesDocument);
  const assignment = useMutation(AssignAlertsDocument);
  const isIdentified = useIsIdentified();
  const viewer = useViewer();
  const canDiscuss = viewer.permissions.includes('alerts.discuss');
  const outcome = mutation.data?.changeAlertStatuses ?? assignment.data?.assignAlerts;
  const failure = mutation.failure ?? assignment.failure;

  async function apply({ status, notes, analyst }: BulkRequest) {
    storeAnalystName(analyst.trim());
    assignment.clear();
    setYours(formatEnum(status));
    const data = await mutation.run({
      input: {
        ids: selected.map(({ id }) => id),
        status,
        notes: notes.trim() === '' ? undefined : notes,
        actor: actorInput(analyst, isIdentified),
        expected: timesOf(selected),
      },
    });
    if (data !== undefined) {
      storeDraft({ ...bulkNotes, personId: viewer.id }, undefined);
      setFormKey(formKey + 1);
      onSelect(new Set(failedOf(data.changeAlertStatuses.results).map(({ id }) => id)));
    }
  }

  async function assign(assigneeId: string | null) {
    mutation.clear();
    setYours(assigneeId === null ? 'unassigned' : 'assigned');
    const data = await assignment.run({
      input: { ids: selected.map(({ id }) => id), assigneeId, expected: timesOf(selected) },
    });
    if (data?.assignAlerts) {
      onSelect(new Set(failedOf(data.assignAlerts.results).map(({ id }) => id)));
    }
  }

  function clear() {
    mutation.clear();
    assignment.clear();
  }

  if (selected.length === 0 && outcome === undefined && failure === undefined) {
    return null;
  }
  return (
    <section className="bulk" aria-label="Bulk actions">
      {selected.length > 0 && (
        <BulkForm
          key={formKey}
          count={selected.length}
          busy={mutation.busy}
          onApply={apply}
          onClear={() => onSelect(new Set())}
        />
      )}
      {selected.length > 0 && canDiscuss && <BulkAssign rows={selected} busy={assignment.busy} onAssign={assign} />}
      <BulkIncident rows={selected} onGrouped={() => onSelect(new Set())} />
      <MutationResult failure={failure} success={outcome && `${formatCount(outcome.changedCount, 'alert')} updated`} />
      {outcome !== undefined && <BulkResults results={outcome.results} rows={selected} yours={yours} />}
      {(outcome !== undefined || failure !== undefined) && (
        <Button variant="plain" onClick={clear}>
          Dismiss
        </Button>
      )}
    </section>
  );
}

interface BulkResultsProps {
  readonly results: readonly ChangeResult[];
  /** Current rows of the alerts that remain selected. */
  readonly rows: readonly AlertRow[];
  readonly yours: string;
}

function BulkResults({ results, rows, yours }: BulkResultsProps) {
  const failed = failedOf(results);
  function reasonOf({ id, code, message }: ChangeResult): string {
    const row = rows.find((candidate) => candidate.id === id);
    if (code !== 'CONFLICT' || row === undefined) {
      return `${message} (${code})`;
    }
    const theirs = `${formatEnum(row.status)}, ${row.assignee === null ? 'unassigned' : `assigned to ${row.assignee.name}`}`;
    return `${row.endpointId}: another user changed it in the meantime. Theirs: ${theirs}. Yours: ${yours}`;
  }
  return (
    <>
      {failed.length > 0 && (
        <div className="notice notice-bad" role="alert">
          <p>{formatCount(failed.length, 'alert')} not updated:</p>
          <ul>
            {failed.map((result) => (
              <li key={result.id}>{reasonOf(result)}</li>
            ))}
          </ul>
        </div>
      )}
      <details className="bulk-results">
        <summary>Results by alert</summary>
        <ul>
          {results.map((result) => (
            <li key={result.id}>
              <code>{result.id}</code> {result.code === null ? 'updated' : `not updated: ${result.message}`}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/**
 * The `updatedAt` of each alert as shown on the page. If someone changes the alert later, the bulk change conflicts.
 */
function timesOf(alerts: readonly AlertRow[]) {
  return alerts.map(({ id, updatedAt }) => ({ id, updatedAt }));
}

function failedOf(results: readonly ChangeResult[]): readonly ChangeResult[] {
  return results.filter((result) => result.code !== null);
}
