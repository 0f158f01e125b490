import { usePermissions } from '../shared/permissions.js';
import type { AlertRow } from './data.js';
import { GroupForm } from './incident-field.js';

interface BulkIncidentProps {
  readonly rows: readonly AlertRow[];
  readonly onGrouped: () => void;
}

/** Groups the selected alerts into an incident. An incident contains alerts of one tenant only. */
export function BulkIncident({ rows, onGrouped }: BulkIncidentProps) {
  const canChange = usePermissions().includes('alerts.incidents');
  const [tenantId, ...others] = new Set(rows.map((row) => row.tenantId));
  if (!canChange || tenantId === undefined) {
    return null;
  }
  return others.length === 0 ? (
    <GroupForm draftId="selection" tenantId={tenantId} alertIds={rows.map(({ id }) => id)} onGrouped={onGrouped} />
  ) : (
    <p className="hint">Select alerts of one tenant to group them into an incident.</p>
  );
}
