import { type FormEvent, useState } from 'react';
import { ChangeNote } from '../shared/change-note.js';
import { countOf, formatEnum } from '../shared/format.js';
import { useChange } from '../shared/use-change.js';
import { authorOf, readAnalyst, writeAnalyst } from './analyst.js';
import changeAlertStatuses from './operations/change-alert-statuses.graphql?raw';
import { type AlertStatus, statuses } from './types.js';

interface BulkBarProps {
  /** Ids of the chosen alerts. */
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

interface StatusResult {
  readonly id: string;
  readonly code: string | null;
  readonly message: string | null;
}

interface BulkData {
  readonly changeAlertStatuses: { readonly changedCount: number; readonly results: readonly StatusResult[] };
}

/** Sets the status of all chosen alerts and says of each that failed why; those stay chosen. */
export function BulkBar({ chosen, onChoose }: BulkBarProps) {
  const [status, setStatus] = useState<AlertStatus>('ACKNOWLEDGED');
  const [notes, setNotes] = useState('');
  const [analyst, setAnalyst] = useState(readAnalyst);
  const change = useChange<BulkData>(changeAlertStatuses);
  const results = change.done?.changeAlertStatuses.results ?? [];
  const refused = results.filter((result) => result.code !== null);

  async function apply(event: FormEvent) {
    event.preventDefault();
    writeAnalyst(analyst.trim());
    const given = notes.trim() === '' ? undefined : notes;
    const input = { ids: chosen, status, notes: given, resolvedBy: authorOf(analyst) };
    const done = await change.run({ input });
    if (done !== undefined) {
      setNotes('');
      onChoose(new Set(done.changeAlertStatuses.results.filter((result) => result.code !== null).map(({ id }) => id)));
    }
  }

  if (chosen.length === 0 && change.done === undefined && change.failure === undefined) {
    return null;
  }
  return (
    <section className="bulk" aria-label="Change of the chosen alerts">
      {chosen.length > 0 && (
        <form className="bulk-form" onSubmit={apply}>
          <strong className="bulk-count">{countOf(chosen.length, 'alert')} chosen</strong>
          <label className="field">
            <span>New status</span>
            <select value={status} onChange={(event) => setStatus(event.target.value as AlertStatus)}>
              {statuses.map((value) => (
                <option key={value} value={value}>
                  {formatEnum(value)}
                </option>
              ))}
            </select>
          </label>
          <label className="field bulk-notes">
            <span>Notes (empty: they stay)</span>
            <input type="text" value={notes} onChange={(event) => setNotes(event.target.value)} />
          </label>
          <label className="field">
            <span>By</span>
            <input
              type="text"
              autoComplete="username"
              value={analyst}
              onChange={(event) => setAnalyst(event.target.value)}
            />
          </label>
          <button type="submit" className="button button-main" disabled={change.busy}>
            {change.busy ? 'Saving …' : 'Set status'}
          </button>
          <button type="button" className="button button-plain" onClick={() => onChoose(new Set())}>
            Choose none
          </button>
        </form>
      )}
      <ChangeNote
        failure={change.failure}
        done={change.done && `${countOf(change.done.changeAlertStatuses.changedCount, 'alert')} changed`}
      />
      {refused.length > 0 && (
        <div className="notice notice-bad" role="alert">
          <p>{countOf(refused.length, 'alert')} could not be changed:</p>
          <ul>
            {refused.map((result) => (
              <li key={result.id}>
                {result.message} ({result.code})
              </li>
            ))}
          </ul>
        </div>
      )}
      {results.length > 0 && (
        <details className="bulk-results">
          <summary>Result of each</summary>
          <ul>
            {results.map((result) => (
              <li key={result.id}>
                <code>{result.id}</code> {result.code === null ? 'changed' : `not changed: ${result.message}`}
              </li>
            ))}
          </ul>
        </details>
      )}
      {change.done !== undefined && (
        <button type="button" className="button button-plain" onClick={change.clear}>
          Hide the result
        </button>
      )}
    </section>
  );
}
