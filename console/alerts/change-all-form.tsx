import { type FormEvent, useState } from 'react';
import { type AlertStatus, PreviewBulkAlertChangeDocument } from '../generated/operations.js';
import { DialogActions } from '../shared/dialog.js';
import { useTextDraft } from '../shared/drafts.js';
import { SelectField, TextField } from '../shared/fields.js';
import { formatEnum } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { usePermissions, useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { actorInput, readAnalystName, storeAnalystName, useIsIdentified } from './analyst.js';
import { AnalystField } from './analyst-field.js';
import { statuses } from './data.js';
import type { AlertFilterInput } from './filter.js';
import type { BulkChange } from './use-bulk-change.js';

interface ChangeAllFormProps {
  readonly filter: AlertFilterInput;
  readonly action: BulkAction;
  readonly onAction: (action: BulkAction) => void;
  readonly onPreview: (change: BulkChange) => void;
  readonly onClose: () => void;
}

export type BulkAction = AlertStatus | 'true' | 'false' | 'me' | 'nobody';

const changes: readonly (readonly [BulkAction, string])[] = [
  ...statuses.map((status) => [status, `Status: ${formatEnum(status)}`] as const),
  ['true', 'Verdict: true positive'],
  ['false', 'Verdict: false positive'],
];
const assignments: typeof changes = [
  ['me', 'Assign to me'],
  ['nobody', 'Unassign'],
];

/** The label of an action, such as `Status: Resolved`. */
export function labelOf(action: BulkAction): string {
  return [...changes, ...assignments].find(([value]) => value === action)?.[1] ?? '';
}

/** The draft of notes for all alerts that match a filter. */
export const changeAllNotes = { kind: 'bulk-notes', id: 'all' } as const;

/**
 * The form of a bulk change. Its preview counts the alerts, and stores which ones will be changed. Typed notes are a
 * draft until the change is started.
 */
export function ChangeAllForm({ filter, action, onAction, onPreview, onClose }: ChangeAllFormProps) {
  const [analyst, setAnalyst] = useState(readAnalystName);
  const mutation = useMutation(PreviewBulkAlertChangeDocument);
  const viewer = useViewer();
  const [notes, setNotes] = useTextDraft(changeAllNotes);
  const isIdentified = useIsIdentified();
  const canDiscuss = usePermissions().includes('alerts.discuss');
  const assigns = action === 'me' || action === 'nobody';

  async function preview(event: FormEvent) {
    event.preventDefault();
    storeAnalystName(analyst.trim());
    const triageFields = assigns
      ? {}
      : { notes: notes.trim() === '' ? undefined : notes, actor: actorInput(analyst, isIdentified) };
    const data = await mutation.run({ input: { filter, ...changeOf(action, viewer.id), ...triageFields } });
    if (data !== undefined) {
      onPreview(data.previewBulkAlertChange.change);
    }
  }

  function cancel() {
    setNotes('');
    onClose();
  }

  return (
    <form onSubmit={preview}>
      <SelectField
        label="Change"
        options={canDiscuss ? [...changes, ...assignments] : changes}
        value={action}
        onChange={onAction}
      />
      {!assigns && (
        <>
          <TextField label="Notes (leave empty to keep existing notes)" value={notes} onChange={setNotes} />
          <AnalystField analyst={analyst} onChange={setAnalyst} />
        </>
      )}
      <MutationResult failure={mutation.failure} />
      <DialogActions submit={mutation.busy ? 'Counting…' : 'Preview'} disabled={mutation.busy} onCancel={cancel} />
    </form>
  );
}

function changeOf(action: BulkAction, viewerId: string) {
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
