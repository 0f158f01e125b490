import { IncidentChoicesDocument } from '../generated/operations.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

interface IncidentFilterProps {
  readonly tenant: string;
  /** The id of an incident, or empty. */
  readonly incident: string;
  readonly onChange: (incident: string) => void;
}

/** Lists the incidents that were changed last. Selecting applies immediately. */
export function IncidentFilter({ tenant, incident, onChange }: IncidentFilterProps) {
  const query = useGraphQuery({
    document: IncidentChoicesDocument,
    variables: { filter: tenant === '' ? {} : { tenantId: tenant } },
  });
  const choices = query.data?.incidents.nodes ?? [];
  const isListed = incident === '' || choices.some(({ id }) => id === incident);
  if (choices.length === 0 && isListed) {
    return null;
  }
  return (
    <label className="field">
      <span>Incident</span>
      <select value={incident} onChange={(event) => onChange(event.target.value)}>
        <option value="">Any or none</option>
        {!isListed && <option value={incident}>An older incident</option>}
        {choices.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
