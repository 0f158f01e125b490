import { type FormEvent, useState } from 'react';
import { IncidentChoicesDocument, MergeIncidentsDocument } from '../generated/operations.js';
import { Dialog, DialogActions } from '../shared/dialog.js';
import { ChoiceField, TextField } from '../shared/fields.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import type { IncidentDetail } from './incident-data.js';

interface MergeDialogProps {
  readonly incident: IncidentDetail;
  readonly onClose: () => void;
}

/** Merges another incident of the tenant into this one. */
export function MergeDialog({ incident, onClose }: MergeDialogProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  const choices = useGraphQuery({
    document: IncidentChoicesDocument,
    variables: { filter: { tenantId: incident.tenantId, title: search || undefined } },
  });
  const { run, busy, failure } = useMutation(MergeIncidentsDocument);
  const known = (choices.data?.incidents.nodes ?? []).filter(({ id }) => id !== incident.id);
  const source = known.some(({ id }) => id === chosen) ? chosen : '';

  async function merge(event: FormEvent, close: () => void) {
    event.preventDefault();
    if ((await run({ input: { id: incident.id, sourceIds: [source] } })) !== undefined) {
      close();
    }
  }

  return (
    <Dialog title={`Merge into ${incident.title}`} onClose={onClose}>
      {(close) => (
        <form className="comment-form" onSubmit={(event) => void merge(event, close)}>
          <p>
            All alerts of the other incident are moved to this one. The URL of the other incident then redirects here.
          </p>
          <TextField label="Title contains" value={search} onChange={setSearch} />
          <ChoiceField
            label="Incident to merge"
            options={[
              ['', known.length === 0 ? 'No other incidents' : 'Choose an incident'],
              ...known.map(({ id, title }) => [id, title] as const),
            ]}
            value={source}
            onChange={setChosen}
          />
          <MutationResult failure={failure} success={undefined} />
          <DialogActions submit="Merge" disabled={busy || source === ''} onCancel={close} />
        </form>
      )}
    </Dialog>
  );
}
