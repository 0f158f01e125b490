import { type FormEvent, useEffect, useState } from 'react';
import { AssignIncidentDocument, type IncidentStatus, UpdateIncidentDocument } from '../generated/operations.js';
import { ChoiceField, optionsOf } from '../shared/fields.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { ConflictResult } from './conflict-result.js';
import { type IncidentDetail, incidentStatuses } from './incident-data.js';
import { PersonField } from './person-field.js';

interface IncidentDraft {
  readonly title?: string;
  readonly status?: IncidentStatus;
  /** `updatedAt` when the person began to change it. What others change later conflicts. */
  readonly basedOn?: string;
}

/** Changes the title, the status and the owner, unless another user has changed them in the meantime. */
export function IncidentForm({ incident }: { readonly incident: IncidentDetail }) {
  // The stored value is shown for absent members, so a refresh of the page keeps typed values.
  const [draft, setDraft] = useState<IncidentDraft>({});
  const { title = incident.title, status = incident.status } = draft;
  const { run, busy, failure } = useMutation(UpdateIncidentDocument);
  const isChanged = title !== incident.title || status !== incident.status;
  // The person has seen the values of a conflict, and replaces them by saving again.
  useEffect(() => {
    if (failure?.details.theirs !== undefined) {
      setDraft(({ basedOn: _, ...typed }) => typed);
    }
  }, [failure]);
  const change = (part: IncidentDraft) => setDraft({ basedOn: incident.updatedAt, ...draft, ...part });

  async function save(event: FormEvent) {
    event.preventDefault();
    const { basedOn = incident.updatedAt, ...typed } = draft;
    const input = { ...typed, id: incident.id, expectedUpdatedAt: basedOn };
    if ((await run({ input })) !== undefined) {
      setDraft({});
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
            value={title}
            onChange={(event) => change({ title: event.target.value })}
          />
        </label>
        <ChoiceField
          label="Status"
          options={optionsOf(incidentStatuses)}
          value={status}
          onChange={(next) => change({ status: next })}
        />
        <button type="submit" className="button button-main" disabled={busy || !isChanged || title.trim() === ''}>
          Save
        </button>
        <ConflictResult what="incident" failure={failure} success={undefined} />
      </form>
      <OwnerForm incident={incident} />
    </div>
  );
}

function OwnerForm({ incident }: { readonly incident: IncidentDetail }) {
  const viewer = useViewer();
  const { run, busy, failure } = useMutation(AssignIncidentDocument);
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
      <button
        type="button"
        className="button"
        disabled={busy || incident.owner?.id === viewer.id}
        onClick={() => void assign(viewer.id)}
      >
        Assign to me
      </button>
      <ConflictResult what="incident" failure={failure} success={undefined} />
    </div>
  );
}
