import { useState } from 'react';
import { RemoveAlertsFromIncidentDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { type Column, DataTable, timeColumn } from '../shared/data-table.js';
import { formatCount } from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useMutation } from '../shared/use-mutation.js';
import { SeverityBadge, StatusBadge } from './badges.js';
import { filterOfIncident } from './filter.js';
import type { IncidentAlert, IncidentDetail } from './incident-data.js';
import { hrefOfAlert } from './list-location.js';
import { toggleId } from './shortcuts.js';
import { SplitDialog } from './split-dialog.js';

interface IncidentAlertsProps {
  readonly incident: IncidentDetail;
  readonly canChange: boolean;
}

/** A page of the alerts of an incident, most severe first. Selected alerts can be removed or split off. */
export function IncidentAlerts({ incident, canChange }: IncidentAlertsProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [splitting, setSplitting] = useState(false);
  const removal = useMutation(RemoveAlertsFromIncidentDocument);
  const { nodes } = incident.alerts;
  const selectedIds = nodes.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const clear = () => setSelected(new Set());

  async function remove() {
    if ((await removal.run({ input: { id: incident.id, alertIds: selectedIds } })) !== undefined) {
      clear();
    }
  }

  const selection: Column<IncidentAlert> = {
    title: 'Select',
    header: (
      <input
        type="checkbox"
        aria-label="Select all alerts on this page"
        checked={selectedIds.length === nodes.length}
        onChange={() => setSelected(new Set(selectedIds.length === nodes.length ? [] : nodes.map(({ id }) => id)))}
      />
    ),
    className: 'table-box',
    cell: ({ id, endpointId }) => (
      <input
        type="checkbox"
        aria-label={`Select the alert on ${endpointId}`}
        checked={selected.has(id)}
        onChange={() => setSelected(toggleId(selected, id))}
      />
    ),
  };
  const columns = columnsOf(incident);
  return (
    <>
      <DataTable
        columns={canChange ? [selection, ...columns] : columns}
        rows={nodes}
        keyOf={({ id }) => id}
        exported={{ path: 'api/alerts/export', filter: { incidentId: incident.id, suppressed: 'include' } }}
        none={<p className="hint">This incident has no alerts. Add some in the list of alerts.</p>}
      />
      {selectedIds.length > 0 && (
        <p className="incident-actions">
          <strong>{formatCount(selectedIds.length, 'alert')} selected</strong>
          <Button disabled={selectedIds.length === incident.alertCount} onClick={() => setSplitting(true)}>
            Split into a new incident
          </Button>
          <Button disabled={removal.busy} onClick={() => void remove()}>
            Remove from the incident
          </Button>
        </p>
      )}
      <MutationResult failure={removal.failure} />
      {splitting && (
        <SplitDialog
          incidentId={incident.id}
          alertIds={selectedIds}
          onSplit={clear}
          onClose={() => setSplitting(false)}
        />
      )}
    </>
  );
}

function columnsOf({ id: incident }: IncidentDetail): readonly Column<IncidentAlert>[] {
  return [
    { title: 'Severity', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
    {
      title: 'Endpoint',
      isMain: true,
      className: 'row-endpoint',
      cell: ({ id, endpointId }) => (
        <a href={hrefOfAlert(filterOfIncident(incident), id)}>
          <HostName name={endpointId} />
        </a>
      ),
    },
    { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      title: 'Techniques',
      className: 'cell-wide',
      cell: ({ techniques }) => techniques.map(({ id, name }) => name ?? id).join(', ') || 'None',
    },
    timeColumn('Last seen', ({ lastSeen }) => lastSeen),
  ];
}
