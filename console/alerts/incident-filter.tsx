import { useState } from 'react';
import { IncidentChoicesDocument, IncidentTitleDocument } from '../generated/operations.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Combobox, optionsContaining } from './combobox.js';

interface IncidentFilterProps {
  /** Id of the selected incident; empty for none. */
  readonly incident: string;
  readonly onChange: (incident: string) => void;
}

const anyIncident = { id: '', name: 'Any or none' };

/** Searches incidents by a part of the title. Selecting one applies immediately. */
export function IncidentFilter({ incident, onChange }: IncidentFilterProps) {
  const [typed, setTyped] = useState<string>();
  const choices = useGraphQuery({
    document: IncidentChoicesDocument,
    variables: { filter: { title: typed?.trim() ?? '' } },
    skip: typed === undefined,
  });
  const current = useGraphQuery({
    document: IncidentTitleDocument,
    variables: { id: incident },
    skip: incident === '',
  });
  const incidents = (choices.data?.incidents.nodes ?? []).map((found) => ({ id: found.id, name: nameOf(found) }));
  const opened = current.data?.incident;
  return (
    <Combobox
      label="Incident"
      listLabel="Incidents"
      selectedName={incident === '' ? anyIncident.name : opened ? nameOf(opened) : ''}
      typed={typed}
      onType={setTyped}
      options={optionsContaining([anyIncident, ...incidents], typed)}
      onChoose={({ id }) => onChange(id)}
    />
  );
}

/** The title and the tenant, because incidents of several tenants can have the same title. */
function nameOf({ title, tenantId }: { readonly title: string; readonly tenantId: string }): string {
  return `${title} (${tenantId})`;
}
