import { AlertPeopleDocument, AssignAlertDocument } from '../generated/operations.js';
import { useViewer } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import type { Change } from './change.js';
import { ConflictResult } from './conflict-result.js';
import type { AlertDetail } from './data.js';

interface AssigneeFieldProps {
  readonly alert: AlertDetail;
  readonly onChanged: (change: Change) => void;
}

/** Assigns an alert to a person of its tenant. */
export function AssigneeField({ alert, onChanged }: AssigneeFieldProps) {
  const viewer = useViewer();
  const people = useGraphQuery({ document: AlertPeopleDocument, variables: { tenantId: alert.tenantId } });
  const { run, busy, failure } = useMutation(AssignAlertDocument);
  const assigned = alert.assignee?.id ?? '';
  const assign = async (assigneeId: string) => {
    const { id, endpointId, updatedAt } = alert;
    const input = { id, assigneeId: assigneeId === '' ? null : assigneeId, expectedUpdatedAt: updatedAt };
    const saved = (await run({ input }))?.assignAlert?.alert;
    if (saved) {
      const fromId = alert.assignee?.id ?? null;
      const assignee = { fromId, toId: input.assigneeId, to: saved.assignee?.name ?? 'nobody' };
      onChanged({ id, endpointId, updatedAt: saved.updatedAt, assignee });
    }
  };
  const known = (people.data?.alertPeople ?? []).filter(({ canTriage }) => canTriage);
  // Keeps a person visible who no longer has a role, or who is not in the list.
  const others = [alert.assignee, { id: viewer.id, name: 'Me' }].filter(
    (person) => person !== null && !known.some(({ id }) => id === person.id),
  );

  return (
    <section className="detail-section assignee" aria-label="Assignment">
      <label className="field">
        <span>Assignee</span>
        <select value={assigned} disabled={busy} onChange={(event) => void assign(event.target.value)}>
          <option value="">Unassigned</option>
          {[...others, ...known].map(
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
        aria-keyshortcuts="m"
        disabled={busy || assigned === viewer.id}
        onClick={() => void assign(viewer.id)}
      >
        Assign to me <kbd>m</kbd>
      </button>
      <ConflictResult failure={failure} success={undefined} />
    </section>
  );
}
