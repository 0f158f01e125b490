import { type FormEvent, useState } from 'react';
import { type AlertStatus, PreviewBulkAlertChangeDocument } from '../generated/operations.js';
import { formatEnum } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { usePermissions, useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { analystInput, readAnalystName, storeAnalystName, useIsKnown } from './analyst.js';
import { AnalystField } from './analyst-field.js';
import { statuses } from './data.js';
import type { AlertFilterInput } from './filter.js';
import type { BulkChange } from './use-bulk-change.js';

interface ChangeAllFormProps {
  readonly filter: AlertFilterInput;
  readonly onPreview: (change: BulkChange) => void;
  readonly onClose: () => void;
}

type Action = AlertStatus | 'true' | 'false' | 'me' | 'nobody';

/** The form of the change. The server then counts the alerts, and fixes which ones are changed. */
export function ChangeAllForm({ filter, onPreview, onClose }: ChangeAllFormProps) {
  const [action, setAction] = useState<Action>('ACKNOWLEDGED');
  const [notes, setNotes] = useState('');
  const [analyst, setAnalyst] = useState(readAnalystName);
  const mutation = useMutation(PreviewBulkAlertChangeDocument);
  const viewer = useViewer();
  const isKnown = useIsKnown();
  const canDiscuss = usePermissions().includes('alerts.discuss');
  const assigns = action === 'me' || action === 'nobody';

  async function preview(event: FormEvent) {
    event.preventDefault();
    storeAnalystName(analyst.trim());
    const texts = assigns
      ? {}
      : { notes: notes.trim() === '' ? undefined : notes, actor: analystInput(analyst, isKnown) };
    const data = await mutation.run({ input: { filter, ...changeOf(action, viewer.id), ...texts } });
    if (data !== undefined) {
      onPreview(data.previewBulkAlertChange.change);
    }
  }

  return (
    <form onSubmit={preview}>
      <label className="field">
        <span>Change</span>
        <select value={action} onChange={(event) => setAction(event.target.value as Action)}>
          {statuses.map((status) => (
            <option key={status} value={status}>
              Status: {formatEnum(status)}
            </option>
          ))}
          <option value="true">Verdict: true positive</option>
          <option value="false">Verdict: false positive</option>
          {canDiscuss && <option value="me">Assign to me</option>}
          {canDiscuss && <option value="nobody">Unassign</option>}
        </select>
      </label>
      {!assigns && (
        <>
          <label className="field">
            <span>Notes (leave empty to keep existing notes)</span>
            <input type="text" value={notes} onChange={(event) => setNotes(event.target.value)} />
          </label>
          <AnalystField analyst={analyst} onChange={setAnalyst} />
        </>
      )}
      <MutationResult failure={mutation.failure} success={undefined} />
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button button-main" disabled={mutation.busy}>
          {mutation.busy ? 'Counting…' : 'Preview'}
        </button>
      </div>
    </form>
  );
}

function changeOf(action: Action, viewerId: string) {
  switch (action) {
    case 'me':
      return { assigneeId: viewerId };
    case 'nobody':
      return { unassign: true };
    case 'true':
    case 'false':
      return { isTruePositive: action === 'true' };
    default:
      return { status: action };
  }
}
