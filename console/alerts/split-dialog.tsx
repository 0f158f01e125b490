import { SplitIncidentDocument } from '../generated/operations.js';
import { FormDialog } from '../shared/dialog.js';
import { useTextDraft } from '../shared/drafts.js';
import { TextField } from '../shared/fields.js';
import { formatCount } from '../shared/format.js';
import { useMutation } from '../shared/use-mutation.js';

interface SplitDialogProps {
  readonly incidentId: string;
  readonly alertIds: readonly string[];
  readonly onSplit: () => void;
  readonly onClose: () => void;
}

/** Moves alerts to a new incident. */
export function SplitDialog({ incidentId, alertIds, onSplit, onClose }: SplitDialogProps) {
  const [title, setTitle] = useTextDraft({ kind: 'incident-title', id: incidentId });
  const { run, busy, failure } = useMutation(SplitIncidentDocument);

  async function split() {
    const isSplit = (await run({ input: { id: incidentId, alertIds: [...alertIds], title } })) !== undefined;
    if (isSplit) {
      onSplit();
    }
    return isSplit;
  }

  return (
    <FormDialog
      title={`Split ${formatCount(alertIds.length, 'alert')} into a new incident`}
      className="comment-form"
      submit="Split"
      disabled={busy || title.trim() === ''}
      failure={failure}
      onSubmit={split}
      onDone={() => setTitle('')}
      onClose={onClose}
    >
      <TextField label="Title of the new incident" maxLength={200} value={title} onChange={setTitle} />
    </FormDialog>
  );
}
