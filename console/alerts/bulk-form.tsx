import { type FormEvent, useState } from 'react';
import type { AlertStatus } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { useTextDraft } from '../shared/drafts.js';
import { formatCount } from '../shared/format.js';
import { readAnalystName } from './analyst.js';
import { AnalystField } from './analyst-field.js';
import { StatusField } from './status-field.js';

export interface BulkRequest {
  readonly status: AlertStatus;
  readonly notes: string;
  readonly analyst: string;
}

interface BulkFormProps {
  readonly count: number;
  readonly busy: boolean;
  readonly onApply: (request: BulkRequest) => void;
  readonly onClear: () => void;
}

/** The draft of notes for the selected alerts. */
export const bulkNotes = { kind: 'bulk-notes', id: '' } as const;

/** The new status and notes of the selected alerts. Typed notes remain as a draft until they are saved. */
export function BulkForm({ count, busy, onApply, onClear }: BulkFormProps) {
  const [status, setStatus] = useState<AlertStatus>('ACKNOWLEDGED');
  const [notes, setNotes] = useTextDraft(bulkNotes);
  const [analyst, setAnalyst] = useState(readAnalystName);

  function apply(event: FormEvent) {
    event.preventDefault();
    onApply({ status, notes, analyst });
  }

  return (
    <form className="bulk-form" onSubmit={apply}>
      <strong className="bulk-count">{formatCount(count, 'alert')} selected</strong>
      <StatusField label="New status" status={status} onChange={setStatus} />
      <label className="field bulk-notes">
        <span>Notes (leave empty to keep existing notes)</span>
        <input type="text" value={notes} onChange={(event) => setNotes(event.target.value)} />
      </label>
      <AnalystField analyst={analyst} onChange={setAnalyst} />
      <Button type="submit" variant="main" disabled={busy}>
        {busy ? 'Saving…' : 'Update status'}
      </Button>
      <Button variant="plain" onClick={onClear}>
        Clear selection
      </Button>
    </form>
  );
}
