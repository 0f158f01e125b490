import { StartBulkAlertChangeDocument } from '../generated/operations.js';
import { DialogActions } from '../shared/dialog.js';
import { storeDraft } from '../shared/drafts.js';
import { formatCount } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { type BulkAction, changeAllNotes, labelOf } from './change-all-form.js';
import type { BulkChange } from './use-bulk-change.js';

interface ChangeAllPreviewProps {
  readonly change: BulkChange;
  readonly action: BulkAction;
  readonly onStart: (change: BulkChange) => void;
  readonly onBack: () => void;
}

/** The number of alerts in the preview, with a confirmation. The change includes no others. */
export function ChangeAllPreview({ change, action, onStart, onBack }: ChangeAllPreviewProps) {
  const viewer = useViewer();
  const mutation = useMutation(StartBulkAlertChangeDocument);
  const alerts = formatCount(change.count, 'alert');

  async function start() {
    const data = await mutation.run({ input: { id: change.id } });
    if (data !== undefined) {
      storeDraft({ ...changeAllNotes, personId: viewer.id }, undefined);
      onStart(data.startBulkAlertChange.change);
    }
  }

  return (
    <>
      <p role="status">
        <strong>{alerts}</strong> will be changed. <strong>{labelOf(action)}</strong>. The preview is valid for 15
        minutes.
      </p>
      <p>
        Alerts that are opened later are not included. Alerts that someone else changes after this preview, or that no
        longer match, are skipped and listed. This cannot be undone.
      </p>
      <MutationResult failure={mutation.failure} />
      <DialogActions
        submit={`Change ${alerts}`}
        onSubmit={start}
        disabled={mutation.busy || change.count === 0}
        cancel="Back"
        onCancel={onBack}
      />
    </>
  );
}
