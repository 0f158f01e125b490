import { type FormEvent, useState } from 'react';
import {
  AlertPeopleDocument,
  AssignIncidentDocument,
  type IncidentStatus,
  UpdateIncidentDocument,
} from '../generated/operations.js';
import { formatEnum } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useViewer } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { type IncidentDetail, incidentStatuses } from './incident-data.js';

/** Changes the title, the status and the owner, unless somebody else has changed them in the meantime. */
export function IncidentForm({ incident }: { readonly incident: IncidentDetail }) {
  // The stored value is shown for absent members, so a refresh of the page keeps typed values.
  const [draft, setDraft] = useState<{ title?: string; status?: IncidentStatus }>({});
  const { title = incident.title, status = incident.status } = draft;
  const { run, busy, failure } = useMutation(UpdateIncidentDocument);
  const isChanged = title !== incident.title || status !== incident.status;

  async function save(event: FormEvent) {
    event.preventDefault();
    const input = { ...draft, id: incident.id, expectedUpdatedAt: incident.updatedAt };
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
            onChange={(event) => setDraft({ ...draft, title: event.target.value })}
          />
        </label>
        <label className="field">
          <span>Status</span>
          <select
            value={status}
            onChange={(event) => setDraft({ ...draft, status: event.target.value as IncidentStatus })}
          >
            {incidentStatuses.map((value) => (
              <option key={value} value={value}>
                {formatEnum(value)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="button button-main" disabled={busy || !isChanged || title.trim() === ''}>
          Save
        </button>
        <MutationResult failure={failure} success={undefined} />
      </form>
      <OwnerForm incident={incident} />
    </div>
  );
}

function OwnerForm({ incident }: { readonly incident: IncidentDetail }) {
  const viewer = useViewer();
  const people = useGraphQuery({ document: AlertPeopleDocument, variables: { tenantId: incident.tenantId } });
  const { run, busy, failure } = useMutation(AssignIncidentDocument);
  const owned = incident.owner?.id ?? '';
  const known = (people.data?.alertPeople ?? []).filter(({ canTriage }) => canTriage);
  // Keeps a person visible who no longer has a role, or who is not in the list.
  const others = [incident.owner, { id: viewer.id, name: 'Me' }].filter(
    (person) => person !== null && !known.some(({ id }) => id === person.id),
  );
  const assign = async (ownerId: string) => {
    const { id, updatedAt } = incident;
    await run({ input: { id, ownerId: ownerId === '' ? null : ownerId, expectedUpdatedAt: updatedAt } });
  };
  return (
    <div className="bulk-form">
      <label className="field">
        <span>Assignee</span>
        <select value={owned} disabled={busy} onChange={(event) => void assign(event.target.value)}>
          <option value="">Unassigned</option>
          {[...new Map([...others, ...known].map((person) => [person?.id, person])).values()].map(
            (person) =>
              person && (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ),
          )}
        </select>
      </label>
      <button
        type="button"
        className="button"
        disabled={busy || owned === viewer.id}
        onClick={() => void assign(viewer.id)}
      >
        Assign to me
      </button>
      <MutationResult failure={failure} success={undefined} />
    </div>
  );
}
