import { useState } from 'react';
import { AlertPeopleDocument } from '../generated/operations.js';
import { useViewer } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Combobox, type Option } from './combobox.js';
import { knownPeople, nameOfPerson, rememberPeople } from './known-people.js';

interface AssigneeFilterProps {
  readonly assignee: string;
  readonly onChange: (assignee: string) => void;
}

const anyone = { id: '', name: 'Anyone' };
const unassigned = { id: 'none', name: 'Unassigned' };

/**
 * Filters by assignee, whom it searches among the people of all tenants that the signed-in person can access, and the
 * assignees of the alerts that were listed, who may have no role any more. Shown only to people who are signed in. A
 * selection applies immediately.
 */
export function AssigneeFilter({ assignee, onChange }: AssigneeFilterProps) {
  const { id, permissions } = useViewer();
  const [typed, setTyped] = useState<string>();
  const search = typed?.trim() ?? '';
  const query = useGraphQuery({
    document: AlertPeopleDocument,
    variables: { search },
    skip: typed === undefined || !permissions.includes('alerts.people'),
  });
  if (id === '') {
    return null;
  }
  const fixed: readonly Option[] = [anyone, { id, name: 'Me' }, unassigned];
  const found = query.data?.alertPeople ?? [];
  const foundIds = new Set([id, ...found.map((person) => person.id)]);
  const others = [
    ...found.filter((person) => person.id !== id),
    ...knownPeople().filter((person) => !foundIds.has(person.id)),
  ];
  const contains = ({ name }: Option) => name.toLowerCase().includes(search.toLowerCase());
  return (
    <Combobox
      label="Assignee"
      listLabel="People"
      selectedName={fixed.find((option) => option.id === assignee)?.name ?? nameOfPerson(assignee)}
      typed={typed}
      onType={setTyped}
      options={[...fixed, ...others].filter(contains)}
      onChoose={(option) => {
        rememberPeople(others);
        onChange(option.id);
      }}
    />
  );
}
