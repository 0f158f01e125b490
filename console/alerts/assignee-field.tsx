import { useEffect } from 'react';
import { AlertPeopleDocument, AssignAlertDocument } from '../generated/operations.js';
import { useViewer } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { ConflictResult } from './conflict-result.js';
import type { AlertDetail } from './data.js';

/** Assigns an alert to a person of its tenant. The key `a` assigns it to the person who is signed in. */
export function AssigneeField({ alert }: { readonly alert: AlertDetail }) {
  const viewer = useViewer();
  const people = useGraphQuery({ document: AlertPeopleDocument, variables: { tenantId: alert.tenantId } });
  const { run, busy, failure } = useMutation(AssignAlertDocument);
  const assigned = alert.assignee?.id ?? '';
  const assign = (id: string) => {
    const input = { id: alert.id, assigneeId: id === '' ? null : id, expectedUpdatedAt: alert.updatedAt };
    void run({ input });
  };
  useKey('a', () => {
    if (!busy && assigned !== viewer.id) {
      assign(viewer.id);
    }
  });
  const known = (people.data?.alertPeople ?? []).filter(({ canTriage }) => canTriage);
  // Somebody who has no role any more, or whom no list has, stays visible.
  const others = [alert.assignee, { id: viewer.id, name: 'Me' }].filter(
    (person) => person !== null && !known.some(({ id }) => id === person.id),
  );

  return (
    <section className="detail-section assignee" aria-label="Assignment">
      <label className="field">
        <span>Assignee</span>
        <select value={assigned} disabled={busy} onChange={(event) => assign(event.target.value)}>
          <option value="">Nobody</option>
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
        aria-keyshortcuts="a"
        disabled={busy || assigned === viewer.id}
        onClick={() => assign(viewer.id)}
      >
        Assign to me <kbd>a</kbd>
      </button>
      <ConflictResult failure={failure} success={undefined} />
    </section>
  );
}

/** Runs on a key without modifiers, except while somebody types. */
function useKey(key: string, run: () => void) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const target = event.target as Element | null; // Key events of pages have elements as targets.
      const isTyping = target?.closest('input, select, textarea, dialog') !== null;
      if (event.key === key && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping) {
        run();
      }
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
