import { useState } from 'react';
import { IncidentChoicesDocument, MergeIncidentsDocument } from '../generated/operations.js';
import { FormDialog } from '../shared/dialog.js';
import { SelectField, TextField } from '../shared/fields.js';
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
  const otherIncidents = (choices.data?.incidents.nodes ?? []).filter(({ id }) => id !== incident.id);
  const emptyLabel = choices.loading ? 'Loading…' : search === '' ? 'No other incidents' : 'No other incidents found';
  const source = otherIncidents.some(({ id }) => id === chosen) ? chosen : '';

  return (
    <FormDialog
      title={`Merge into ${incident.title}`}
      className="comment-form"
      submit="Merge"
      disabled={busy || source === ''}
      failure={failure}
      onSubmit={async () => (await run({ input: { id: incident.id, sourceIds: [source] } })) !== undefined}
      onClose={onClose}
    >
      <p>All alerts of the other incident are moved to this one. The URL of the other incident then redirects here.</p>
      <TextField label="Title contains" value={search} onChange={setSearch} />
      <SelectField
        label="Incident to merge"
        options={[
          ['', otherIncidents.length > 0 ? 'Select an incident' : emptyLabel],
          ...otherIncidents.map(({ id, title }) => [id, title] as const),
        ]}
        value={source}
        onChange={setChosen}
      />
    </FormDialog>
  );
}
