import { IncidentChoicesDocument } from '../generated/operations.js';
import { ChoiceField } from '../shared/fields.js';
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
    <ChoiceField
      label="Incident"
      options={[
        ['', 'Any or none'],
        ...(isListed ? [] : [[incident, 'An older incident'] as const]),
        ...choices.map(({ id, title }) => [id, title] as const),
      ]}
      value={incident}
      onChange={onChange}
    />
  );
}
