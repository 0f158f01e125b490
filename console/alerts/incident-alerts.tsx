import { useState } from 'react';
import { RemoveAlertsFromIncidentDocument } from '../generated/operations.js';
import { type Column, DataTable } from '../shared/data-table.js';
import { countOf, formatTime, timeTitle } from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { ListHead } from '../shared/list-head.js';
import { MutationResult } from '../shared/mutation-result.js';
import { useMutation } from '../shared/use-mutation.js';
import { SeverityBadge, StatusBadge } from './badges.js';
import { emptyFilter } from './filter.js';
import type { IncidentAlert, IncidentDetail } from './incident-data.js';
import { hrefOfAlert } from './list-location.js';
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
  const chosen = nodes.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  const clear = () => setSelected(new Set());

  function toggle(id: string) {
    setSelected(new Set(selected.has(id) ? [...selected].filter((other) => other !== id) : [...selected, id]));
  }

  async function remove() {
    if ((await removal.run({ input: { id: incident.id, alertIds: chosen } })) !== undefined) {
      clear();
    }
  }

  const selection: Column<IncidentAlert> = {
    title: 'Select',
    header: (
      <input
        type="checkbox"
        aria-label="Select all alerts on this page"
        checked={chosen.length === nodes.length}
        onChange={() => setSelected(new Set(chosen.length === nodes.length ? [] : nodes.map(({ id }) => id)))}
      />
    ),
    className: 'table-box',
    cell: ({ id, endpointId }) => (
      <input
        type="checkbox"
        aria-label={`Select the alert on ${endpointId}`}
        checked={selected.has(id)}
        onChange={() => toggle(id)}
      />
    ),
  };
  const columns = columnsOf(incident);
  return (
    <>
      {nodes.length === 0 ? (
        <p className="hint">This incident has no alerts. Add some in the list of alerts.</p>
      ) : (
        <>
          <ListHead
            exported={{ path: 'api/alerts/export', filter: { incidentId: incident.id, suppressed: 'include' } }}
          />
          <DataTable columns={canChange ? [selection, ...columns] : columns} rows={nodes} keyOf={({ id }) => id} />
        </>
      )}
      {chosen.length > 0 && (
        <p className="incident-actions">
          <strong>{countOf(chosen.length, 'alert')} selected</strong>
          <button
            type="button"
            className="button"
            disabled={chosen.length === incident.alertCount}
            onClick={() => setSplitting(true)}
          >
            Split into a new incident
          </button>
          <button type="button" className="button" disabled={removal.busy} onClick={() => void remove()}>
            Remove from the incident
          </button>
        </p>
      )}
      <MutationResult failure={removal.failure} success={undefined} />
      {splitting && (
        <SplitDialog incidentId={incident.id} alertIds={chosen} onSplit={clear} onClose={() => setSplitting(false)} />
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
        <a href={hrefOfAlert({ ...emptyFilter, incident }, id)}>
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
    { title: timeTitle('Last seen'), className: 'row-time', cell: ({ lastSeen }) => formatTime(lastSeen) },
  ];
}
