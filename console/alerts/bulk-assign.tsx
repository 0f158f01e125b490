import { type FormEvent, useState } from 'react';
import { AlertPeopleDocument } from '../generated/operations.js';
import { ChoiceField } from '../shared/fields.js';
import { useViewer } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import type { AlertRow } from './data.js';

interface BulkAssignProps {
  readonly rows: readonly AlertRow[];
  readonly busy: boolean;
  /** Null: nobody. */
  readonly onAssign: (assigneeId: string | null) => void;
}

/**
 * Assigns the selected alerts. Roles of people are for a tenant, so people are listed only if all alerts are of one
 * tenant.
 */
export function BulkAssign({ rows, busy, onAssign }: BulkAssignProps) {
  const viewer = useViewer();
  const [assignee, setAssignee] = useState('me');
  const tenants = new Set(rows.map(({ tenantId }) => tenantId));
  const people = useGraphQuery({
    document: AlertPeopleDocument,
    variables: { tenantId: rows[0]?.tenantId ?? '' },
    skip: tenants.size !== 1,
  });
  const known = tenants.size === 1 ? (people.data?.alertPeople ?? []) : [];
  const others = known.filter(({ id, canTriage }) => canTriage && id !== viewer.id);
  const isListed = ['me', ''].includes(assignee) || others.some(({ id }) => id === assignee);
  const shown = isListed ? assignee : 'me';

  function assign(event: FormEvent) {
    event.preventDefault();
    onAssign(shown === 'me' ? viewer.id : shown || null);
  }

  return (
    <form className="bulk-form" onSubmit={assign}>
      <ChoiceField
        label="Assign to"
        options={[['me', 'Me'], ['', 'Unassigned'], ...others.map(({ id, name }) => [id, name] as const)]}
        value={shown}
        onChange={setAssignee}
      />
      <button type="submit" className="button" disabled={busy}>
        Assign
      </button>
    </form>
  );
}
