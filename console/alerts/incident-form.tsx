import { type FormEvent, useEffect } from 'react';
import {
  AssignIncidentDocument,
  type AssignIncidentMutation,
  type AssignIncidentMutationVariables,
  UpdateIncidentDocument,
} from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { conflictUpdatedAt, useFormDraft } from '../shared/drafts.js';
import { optionsOf, SelectField } from '../shared/fields.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { ConflictResult } from './conflict-result.js';
import { type IncidentDetail, incidentStatuses } from './incident-data.js';
import { PersonField } from './person-field.js';

/** Changes the title, the status and the owner, unless another user has changed them in the meantime. */
export function IncidentForm({ incident }: { readonly incident: IncidentDetail }) {
  const { id, title, status, updatedAt } = incident;
  const form = useFormDraft({ kind: 'incident', id }, { initial: { title, status }, basedOn: updatedAt });
  const { values, change } = form;
  const { run, busy, failure } = useMutation(UpdateIncidentDocument);
  const assigning = useMutation(AssignIncidentDocument);
  // The page shows the values of a conflict. If the person saves again, they are replaced.
  useEffect(() => {
    const conflictAt = conflictUpdatedAt(failure);
    if (conflictAt !== undefined) {
      form.rebase(conflictAt);
    }
  }, [failure]);

  // An assignment by the same person does not conflict with what they are typing.
  useEffect(() => {
    const assignedAt = assigning.data?.assignIncident.incident.updatedAt;
    if (assignedAt !== undefined && form.isChanged && form.basedOn === assigning.input?.input.expectedUpdatedAt) {
      form.rebase(assignedAt);
    }
  }, [assigning.data, form.isChanged]);

  async function save(event: FormEvent) {
    event.preventDefault();
    const saved = await run({ input: { ...values, id, expectedUpdatedAt: form.basedOn } });
    if (saved !== undefined) {
      form.removeSent(values, saved.updateIncident.incident.updatedAt);
    }
  }

  return (
    <div className="incident-forms">
      <form className="bulk-form" onSubmit={save}>
        <label className="field incident-title">
          <span>Title</span>
          <input
            type="text"
            maxLength={200}
            value={values.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        </label>
        <SelectField
          label="Status"
          options={optionsOf(incidentStatuses)}
          value={values.status}
          onChange={(next) => change({ status: next })}
        />
        <Button type="submit" variant="main" disabled={busy || !form.isChanged || values.title.trim() === ''}>
          Save
        </Button>
        <ConflictResult noun="incident" failure={failure} />
      </form>
      <OwnerForm incident={incident} assigning={assigning} />
    </div>
  );
}

interface OwnerFormProps {
  readonly incident: IncidentDetail;
  readonly assigning: ReturnType<typeof useMutation<AssignIncidentMutation, AssignIncidentMutationVariables>>;
}

function OwnerForm({ incident, assigning: { run, busy, failure } }: OwnerFormProps) {
  const viewer = useViewer();
  const assign = async (ownerId: string | null) => {
    const { id, updatedAt } = incident;
    await run({ input: { id, ownerId, expectedUpdatedAt: updatedAt } });
  };
  return (
    <div className="bulk-form">
      <PersonField
        tenantId={incident.tenantId}
        person={incident.owner}
        disabled={busy}
        onChoose={(person) => void assign(person?.id ?? null)}
      />
      <Button disabled={busy || incident.owner?.id === viewer.id} onClick={() => void assign(viewer.id)}>
        Assign to me
      </Button>
      <ConflictResult noun="incident" failure={failure} />
    </div>
  );
}
