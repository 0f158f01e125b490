import { type FormEvent, useState } from 'react';
import { Button } from '../shared/button.js';
import { useViewer } from '../shared/permissions.js';
import type { Option } from './combobox.js';
import type { AlertRow } from './data.js';
import { PersonField } from './person-field.js';

interface BulkAssignProps {
  readonly rows: readonly AlertRow[];
  readonly busy: boolean;
  /** Called with the id of the assignee; null for nobody. */
  readonly onAssign: (assigneeId: string | null) => void;
}

/**
 * Assigns the selected alerts. Roles apply to a tenant, so other people can be selected only if all alerts belong to
 * one tenant.
 */
export function BulkAssign({ rows, busy, onAssign }: BulkAssignProps) {
  const { id } = useViewer();
  const [chosen, setChosen] = useState<{ person: Option | null; tenantId: string }>();
  const [first = '', ...others] = new Set(rows.map((row) => row.tenantId));
  const tenantId = others.length === 0 ? first : '';
  const isOwn = chosen?.person === null || chosen?.person.id === id;
  // A person of another tenant is not assigned by accident.
  const person = chosen !== undefined && (isOwn || chosen.tenantId === tenantId) ? chosen.person : { id, name: 'Me' };

  function assign(event: FormEvent) {
    event.preventDefault();
    onAssign(person?.id ?? null);
  }

  return (
    <form className="bulk-form" onSubmit={assign}>
      <PersonField
        label="Assign to"
        tenantId={tenantId}
        person={person}
        onChoose={(next) => setChosen({ person: next, tenantId })}
      />
      <Button type="submit" disabled={busy}>
        Assign
      </Button>
    </form>
  );
}
