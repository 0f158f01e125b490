import { type FormEvent, useId } from 'react';
import { ChangeNote } from '../shared/change-note.js';
import { AnalystField } from './analyst-field.js';
import type { AlertDetail } from './data.js';
import { StatusField } from './status-field.js';
import { useHandling } from './use-handling.js';

/**
 * What an analyst does with an alert: a verdict, which also moves it and feeds the precision of its model, or any
 * status.
 */
export function HandlingForm({ alert }: { readonly alert: AlertDetail }) {
  const { draft, change, saveStatus, giveVerdict, busy, failure, done } = useHandling(alert);
  const title = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    void saveStatus();
  }

  return (
    <form className="detail-section handling" onSubmit={submit} aria-labelledby={title}>
      <h3 id={title}>Triage</h3>
      <label className="field">
        <span>Notes</span>
        <textarea rows={3} value={draft.notes} onChange={(event) => change({ notes: event.target.value })} />
      </label>
      <div className="handling-row">
        <AnalystField analyst={draft.analyst} onChange={(analyst) => change({ analyst })} />
        <StatusField label="Status" status={draft.status} onChange={(status) => change({ status })} />
        <button type="submit" className="button button-main" disabled={busy}>
          Save
        </button>
      </div>
      <fieldset className="handling-verdict">
        <legend>Verdict</legend>
        <button type="button" className="button" disabled={busy} onClick={() => giveVerdict(true)}>
          True positive
        </button>
        <button type="button" className="button" disabled={busy} onClick={() => giveVerdict(false)}>
          False positive
        </button>
        <span className="hint">{lastVerdict(alert)}</span>
      </fieldset>
      <ChangeNote failure={failure} done={done} />
    </form>
  );
}

function lastVerdict(alert: AlertDetail): string {
  const last = alert.verdicts.at(-1);
  if (last === undefined) {
    return 'No verdict yet';
  }
  const by = last.analyst === null ? '' : ` by ${last.analyst}`;
  return `Last verdict: ${last.isTruePositive ? 'true' : 'false'} positive${by}`;
}
