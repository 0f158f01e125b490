import { useState } from 'react';
import { ChangeAlertStatusesDocument, type ChangeAlertStatusesMutation } from '../generated/operations.js';
import { countOf } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useMutation } from '../shared/use-mutation.js';
import { analystInput, storeAnalystName, useIsKnown } from './analyst.js';
import { BulkForm, type BulkRequest } from './bulk-form.js';

interface BulkBarProps {
  /** Ids of the selected alerts. */
  readonly selected: readonly string[];
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

type StatusResult = NonNullable<ChangeAlertStatusesMutation['changeAlertStatuses']>['results'][number];

/** Sets the status of all selected alerts and shows the error of each that failed; those stay selected. */
export function BulkBar({ selected, onSelect }: BulkBarProps) {
  // Each change gets a new form, which starts without notes.
  const [formKey, setFormKey] = useState(0);
  const mutation = useMutation(ChangeAlertStatusesDocument);
  const isKnown = useIsKnown();
  const outcome = mutation.data?.changeAlertStatuses;

  async function apply({ status, notes, analyst }: BulkRequest) {
    storeAnalystName(analyst.trim());
    const data = await mutation.run({
      input: {
        ids: selected,
        status,
        notes: notes.trim() === '' ? undefined : notes,
        actor: analystInput(analyst, isKnown),
      },
    });
    if (data !== undefined) {
      setFormKey(formKey + 1);
      onSelect(new Set(failedOf(data.changeAlertStatuses.results).map(({ id }) => id)));
    }
  }

  if (selected.length === 0 && outcome === undefined && mutation.failure === undefined) {
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
      <MutationResult
        failure={mutation.failure}
        success={outcome && `${countOf(outcome.changedCount, 'alert')} updated`}
      />
      {outcome !== undefined && <BulkResults results={outcome.results} />}
      {(outcome !== undefined || mutation.failure !== undefined) && (
        <button type="button" className="button button-plain" onClick={mutation.clear}>
          Dismiss
        </button>
      )}
    </section>
  );
}

function BulkResults({ results }: { readonly results: readonly StatusResult[] }) {
  const failed = failedOf(results);
  return (
    <>
      {failed.length > 0 && (
        <div className="notice notice-bad" role="alert">
          <p>{countOf(failed.length, 'alert')} not updated:</p>
          <ul>
            {failed.map((result) => (
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

function failedOf(results: readonly StatusResult[]): readonly StatusResult[] {
  return results.filter((result) => result.code !== null);
}
