import type { FormEvent } from 'react';
import { SplitIncidentDocument } from '../generated/operations.js';
import { Dialog, DialogActions } from '../shared/dialog.js';
import { useFormDraft } from '../shared/drafts.js';
import { TextField } from '../shared/fields.js';
import { countOf } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';

interface SplitDialogProps {
  readonly incidentId: string;
  readonly alertIds: readonly string[];
  readonly onSplit: () => void;
  readonly onClose: () => void;
}

/** Moves alerts to a new incident. */
export function SplitDialog({ incidentId, alertIds, onSplit, onClose }: SplitDialogProps) {
  const draft = { kind: 'incident-title', personId: useViewer().id, id: incidentId } as const;
  const form = useFormDraft(draft, { initial: { title: '' } });
  const { title } = form.values;
  const { run, busy, failure } = useMutation(SplitIncidentDocument);

  async function split(event: FormEvent, close: () => void) {
    event.preventDefault();
    if ((await run({ input: { id: incidentId, alertIds: [...alertIds], title } })) !== undefined) {
      form.discardAnd(close);
      onSplit();
    }
  }

  return (
    <Dialog title={`Split ${countOf(alertIds.length, 'alert')} into a new incident`} onClose={onClose}>
      {(close) => (
        <form className="comment-form" onSubmit={(event) => void split(event, close)}>
          <TextField
            label="Title of the new incident"
            maxLength={200}
            value={title}
            onChange={(next) => form.change({ title: next })}
          />
          <MutationResult failure={failure} success={undefined} />
          <DialogActions
            submit="Split"
            disabled={busy || title.trim() === ''}
            onCancel={() => form.discardAnd(close)}
          />
        </form>
      )}
    </Dialog>
  );
}
