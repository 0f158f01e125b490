import { AssignAlertDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { useViewer } from '../shared/permissions.js';
import { useMutation } from '../shared/use-mutation.js';
import { ConflictResult } from './conflict-result.js';
import type { AlertDetail } from './data.js';
import { PersonField } from './person-field.js';
import type { Queue } from './use-queue.js';

interface AssigneeFieldProps {
  readonly alert: AlertDetail;
  readonly queue: Pick<Queue, 'recordChange' | 'afterOwnChanges'>;
}

/** Assigns an alert to a person of its tenant. */
export function AssigneeField({ alert, queue }: AssigneeFieldProps) {
  const viewer = useViewer();
  const { run, busy, failure } = useMutation(AssignAlertDocument);
  const assign = async (assigneeId: string | null) => {
    const { id, endpointId, updatedAt } = alert;
    const input = { id, assigneeId, expectedUpdatedAt: queue.afterOwnChanges(id, updatedAt) };
    const saved = (await run({ input }))?.assignAlert?.alert;
    if (saved) {
      const fromId = alert.assignee?.id ?? null;
      const assignee = { fromId, toId: assigneeId, to: saved.assignee?.name ?? 'nobody' };
      queue.recordChange({ id, endpointId, updatedAt: saved.updatedAt, assignee });
    }
  };

  return (
    <section className="detail-section assignee" aria-label="Assignment">
      <PersonField
        tenantId={alert.tenantId}
        person={alert.assignee}
        disabled={busy}
        onChoose={(person) => void assign(person?.id ?? null)}
      />
      <Button
        aria-keyshortcuts="m"
        disabled={busy || alert.assignee?.id === viewer.id}
        onClick={() => void assign(viewer.id)}
      >
        Assign to me <kbd>m</kbd>
      </Button>
      <ConflictResult failure={failure} />
    </section>
  );
}
