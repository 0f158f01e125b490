import { useState } from 'react';
import { ChangeAlertStatusesDocument, type ChangeAlertStatusesMutation } from '../generated/operations.js';
import { ChangeNote } from '../shared/change-note.js';
import { countOf } from '../shared/format.js';
import { useChange } from '../shared/use-change.js';
import { authorOf, writeAnalyst } from './analyst.js';
import { BulkForm, type BulkRequest } from './bulk-form.js';

interface BulkBarProps {
  /** Ids of the chosen alerts. */
  readonly chosen: readonly string[];
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

type StatusResult = NonNullable<ChangeAlertStatusesMutation['changeAlertStatuses']>['results'][number];

/** Sets the status of all chosen alerts and says of each that failed why; those stay chosen. */
export function BulkBar({ chosen, onChoose }: BulkBarProps) {
  // A new form after each change: the next notes are not those of the last.
  const [round, setRound] = useState(0);
  const change = useChange(ChangeAlertStatusesDocument);
  const outcome = change.done?.changeAlertStatuses;

  async function apply({ status, notes, analyst }: BulkRequest) {
    writeAnalyst(analyst.trim());
    const given = notes.trim() === '' ? undefined : notes;
    const done = await change.run({ input: { ids: chosen, status, notes: given, resolvedBy: authorOf(analyst) } });
    if (done !== undefined) {
      setRound(round + 1);
      onChoose(new Set(refusedOf(done.changeAlertStatuses.results).map(({ id }) => id)));
    }
  }

  if (chosen.length === 0 && outcome === undefined && change.failure === undefined) {
    return null;
  }
  return (
    <section className="bulk" aria-label="Bulk actions">
      {chosen.length > 0 && (
        <BulkForm
          key={round}
          count={chosen.length}
          busy={change.busy}
          onApply={apply}
          onChooseNone={() => onChoose(new Set())}
        />
      )}
      <ChangeNote failure={change.failure} done={outcome && `${countOf(outcome.changedCount, 'alert')} updated`} />
      {outcome !== undefined && <BulkResults results={outcome.results} />}
      {(outcome !== undefined || change.failure !== undefined) && (
        <button type="button" className="button button-plain" onClick={change.clear}>
          Dismiss
        </button>
      )}
    </section>
  );
}

function BulkResults({ results }: { readonly results: readonly StatusResult[] }) {
  const refused = refusedOf(results);
  return (
    <>
      {refused.length > 0 && (
        <div className="notice notice-bad" role="alert">
          <p>{countOf(refused.length, 'alert')} not updated:</p>
          <ul>
            {refused.map((result) => (
              <li key={result.id}>
                {result.message} ({result.code})
              </li>
            ))}
          </ul>
        </div>
      )}
      <details className="bulk-results">
        <summary>Result per alert</summary>
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

function refusedOf(results: readonly StatusResult[]): readonly StatusResult[] {
  return results.filter((result) => result.code !== null);
}
