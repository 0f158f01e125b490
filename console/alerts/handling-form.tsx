import { type FormEvent, useEffect, useId, useState } from 'react';
import { ChangeNote } from '../shared/change-note.js';
import { formatEnum } from '../shared/format.js';
import { useChange } from '../shared/use-change.js';
import { authorOf, readAnalyst, writeAnalyst } from './analyst.js';
import submitVerdict from './operations/submit-verdict.graphql?raw';
import updateAlert from './operations/update-alert.graphql?raw';
import { type AlertDetail, type AlertStatus, statuses } from './types.js';

interface UpdateData {
  readonly updateAlert: { readonly alert: { readonly status: AlertStatus } };
}

interface VerdictData {
  readonly submitVerdict: { readonly isTruePositive: boolean; readonly alert: { readonly status: AlertStatus } };
}

/**
 * What an analyst does with an alert: a verdict, which also moves it and feeds the precision of its model, or any
 * status. Notes that were not touched stay as they are stored.
 */
export function HandlingForm({ alert }: { readonly alert: AlertDetail }) {
  const [status, setStatus] = useState<AlertStatus>(alert.status);
  const [notes, setNotes] = useState(alert.analystNotes);
  const [analyst, setAnalyst] = useState(readAnalyst);
  const update = useChange<UpdateData>(updateAlert);
  const verdict = useChange<VerdictData>(submitVerdict);
  const title = useId();
  useEffect(() => setStatus(alert.status), [alert.status]);
  useEffect(() => setNotes(alert.analystNotes), [alert.analystNotes]);
  const changedNotes = notes === alert.analystNotes ? undefined : notes;
  const busy = update.busy || verdict.busy;

  async function saveStatus(event: FormEvent) {
    event.preventDefault();
    writeAnalyst(analyst.trim());
    verdict.clear();
    await update.run({ input: { id: alert.id, status, notes: changedNotes, resolvedBy: authorOf(analyst) } });
  }

  async function giveVerdict(isTruePositive: boolean) {
    writeAnalyst(analyst.trim());
    update.clear();
    await verdict.run({
      input: { alertId: alert.id, isTruePositive, notes: changedNotes, analyst: authorOf(analyst) },
    });
  }

  return (
    <form className="detail-section handling" onSubmit={saveStatus} aria-labelledby={title}>
      <h3 id={title}>Handle it</h3>
      <label className="field">
        <span>Notes</span>
        <textarea rows={3} value={notes} onChange={(event) => setNotes(event.target.value)} />
      </label>
      <div className="handling-row">
        <label className="field">
          <span>By</span>
          <input
            type="text"
            autoComplete="username"
            placeholder="your name"
            value={analyst}
            onChange={(event) => setAnalyst(event.target.value)}
          />
        </label>
        <StatusField status={status} onChange={setStatus} />
        <button type="submit" className="button button-main" disabled={busy}>
          Save
        </button>
      </div>
      <fieldset className="handling-verdict">
        <legend>Verdict: was there an attack?</legend>
        <button type="button" className="button" disabled={busy} onClick={() => giveVerdict(true)}>
          True positive
        </button>
        <button type="button" className="button" disabled={busy} onClick={() => giveVerdict(false)}>
          False positive
        </button>
        <span className="hint">{lastVerdict(alert)}</span>
      </fieldset>
      <ChangeNote failure={update.failure ?? verdict.failure} done={doneNote(update.done, verdict.done)} />
    </form>
  );
}

interface StatusFieldProps {
  readonly status: AlertStatus;
  readonly onChange: (status: AlertStatus) => void;
}

function StatusField({ status, onChange }: StatusFieldProps) {
  return (
    <label className="field">
      <span>Status</span>
      {/* The options are the statuses. */}
      <select value={status} onChange={(event) => onChange(event.target.value as AlertStatus)}>
        {statuses.map((value) => (
          <option key={value} value={value}>
            {formatEnum(value)}
          </option>
        ))}
      </select>
    </label>
  );
}

function lastVerdict(alert: AlertDetail): string {
  const last = alert.verdicts.at(-1);
  if (last === undefined) {
    return 'none yet';
  }
  const by = last.analyst === null ? '' : ` by ${last.analyst}`;
  return `last: ${last.isTruePositive ? 'true' : 'false'} positive${by}`;
}

function doneNote(update: UpdateData | undefined, verdict: VerdictData | undefined): string | undefined {
  if (update !== undefined) {
    return `Saved. The status is ${formatEnum(update.updateAlert.alert.status)}.`;
  }
  if (verdict !== undefined) {
    return `Verdict saved. The status is ${formatEnum(verdict.submitVerdict.alert.status)}.`;
  }
  return undefined;
}
