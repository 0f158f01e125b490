import { type FormEvent, useId } from 'react';
import { Button } from '../shared/button.js';
import { ignoreDoubleClick } from '../shared/ignore-double-click.js';
import { AnalystField } from './analyst-field.js';
import { ConflictResult } from './conflict-result.js';
import { StatusField } from './status-field.js';
import { useTriage } from './use-triage.js';

type TriageFormProps = Parameters<typeof useTriage>[0];

/**
 * Sets the status of an alert, or records a verdict, which also sets the status and counts toward the precision of the
 * model. The form remains at the bottom of the panel.
 */
export function TriageForm(props: TriageFormProps) {
  const { draft, change, saveStatus, submitVerdict, busy, failure, success } = useTriage(props);
  const title = useId();

  function submit(event: FormEvent) {
    event.preventDefault();
    void saveStatus();
  }

  // After the first click, the form may belong to the next alert.
  return (
    <form className="triage" onSubmit={submit} onClickCapture={ignoreDoubleClick} aria-labelledby={title}>
      <h3 id={title} className="visually-hidden">
        Triage
      </h3>
      <ConflictResult failure={failure} success={success} />
      <textarea
        aria-label="Notes"
        placeholder="Notes"
        rows={1}
        value={draft.notes}
        onChange={(event) => change({ notes: event.target.value })}
      />
      <div className="triage-row">
        <AnalystField analyst={draft.analyst} onChange={(analyst) => change({ analyst })} />
        <StatusField label="Status" status={draft.status} onChange={(status) => change({ status })} />
        <Button type="submit" disabled={busy}>
          Save
        </Button>
        <fieldset className="triage-verdict">
          <legend>Verdict</legend>
          <Button disabled={busy} onClick={() => submitVerdict(true)}>
            True positive
          </Button>
          <Button disabled={busy} onClick={() => submitVerdict(false)}>
            False positive
          </Button>
        </fieldset>
      </div>
    </form>
  );
}
