import { type FormEvent, useId } from 'react';
import { formatActor } from './analyst.js';
import { AnalystField } from './analyst-field.js';
import { ConflictResult } from './conflict-result.js';
import type { AlertDetail } from './data.js';
import { StatusField } from './status-field.js';
import { useTriage } from './use-triage.js';

type TriageFormProps = Parameters<typeof useTriage>[0];

/**
 * Sets the status of an alert, or its verdict, which also sets the status and counts for the precision of the model.
 */
export function TriageForm(props: TriageFormProps) {
  const { alert } = props;
  const { draft, change, saveStatus, submitVerdict, busy, failure, success } = useTriage(props);
  const title = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    void saveStatus();
  }

  return (
    <form className="detail-section triage" onSubmit={submit} aria-labelledby={title}>
      <h3 id={title}>Triage</h3>
      <label className="field">
        <span>Notes</span>
        <textarea rows={3} value={draft.notes} onChange={(event) => change({ notes: event.target.value })} />
      </label>
      <div className="triage-row">
        <AnalystField analyst={draft.analyst} onChange={(analyst) => change({ analyst })} />
        <StatusField label="Status" status={draft.status} onChange={(status) => change({ status })} />
        <button type="submit" className="button button-main" disabled={busy}>
          Save
        </button>
      </div>
      <fieldset className="triage-verdict">
        <legend>Verdict</legend>
        <button type="button" className="button" disabled={busy} onClick={() => submitVerdict(true)}>
          True positive
        </button>
        <button type="button" className="button" disabled={busy} onClick={() => submitVerdict(false)}>
          False positive
        </button>
        <span className="hint">{lastVerdict(alert)}</span>
      </fieldset>
      <ConflictResult failure={failure} success={success} />
    </form>
  );
}

function lastVerdict(alert: AlertDetail): string {
  const last = alert.verdicts.at(-1);
  if (last === undefined) {
    return 'No verdict yet';
  }
  return `Last verdict: ${last.isTruePositive ? 'true' : 'false'} positive by ${formatActor(last)}`;
}
