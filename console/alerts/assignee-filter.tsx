import { useState } from 'react';
import { AlertPeopleDocument } from '../generated/operations.js';
import { useViewer } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Combobox, type Option } from './combobox.js';
import { knownPeople, nameOfPerson, rememberPeople } from './known-people.js';

interface AssigneeFilterProps {
  /** Id of the assignee; empty for anyone, `none` for nobody. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const anyone = { id: '', name: 'Anyone' };
const unassigned = { id: 'none', name: 'Unassigned' };

/**
 * Filters by assignee, whom it searches among the people of all tenants that the signed-in person can access, and the
 * assignees of the alerts and incidents that were listed, who may have no role any more.
 */
export function AssigneeFilter({ value, onChange }: AssigneeFilterProps) {
  const { id, permissions } = useViewer();
  const [typed, setTyped] = useState<string>();
  const search = typed?.trim() ?? '';
  const query = useGraphQuery({
    document: AlertPeopleDocument,
    variables: { search },
    skip: typed === undefined || !permissions.includes('alerts.people'),
  });
  const fixed: readonly Option[] = [anyone, ...(id === '' ? [] : [{ id, name: 'Me' }]), unassigned];
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
      selectedName={fixed.find((option) => option.id === value)?.name ?? nameOfPerson(value)}
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
