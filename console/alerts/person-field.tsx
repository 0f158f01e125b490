import { AlertPeopleDocument } from '../generated/operations.js';
import { ChoiceField } from '../shared/fields.js';
import { useViewer } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

interface PersonFieldProps {
  readonly tenantId: string;
  readonly person: { readonly id: string; readonly name: string } | null;
  readonly disabled: boolean;
  /** Called with the id of a person, or null. */
  readonly onChoose: (id: string | null) => void;
}

/** A select of the people of a tenant who can triage alerts. */
export function PersonField({ tenantId, person, disabled, onChoose }: PersonFieldProps) {
  const viewer = useViewer();
  const query = useGraphQuery({ document: AlertPeopleDocument, variables: { tenantId } });
  const known = (query.data?.alertPeople ?? []).filter(({ canTriage }) => canTriage);
  // Keeps a person visible who no longer has a role, or who is not in the list; later entries replace earlier ones.
  const people = [...(person === null ? [] : [person]), { id: viewer.id, name: 'Me' }, ...known];
  const names = new Map(people.map(({ id, name }) => [id, name] as const));
  return (
    <ChoiceField
      label="Assignee"
      options={[['', 'Unassigned'], ...names]}
      value={person?.id ?? ''}
      disabled={disabled}
      onChange={(id) => onChoose(id === '' ? null : id)}
    />
  );
}
