import { useState } from 'react';
import { AlertPeopleDocument } from '../generated/operations.js';
import { useViewer } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Combobox, type Option, optionsContaining } from './combobox.js';

interface PersonFieldProps {
  /** Label of the field. Default: Assignee. */
  readonly label?: string;
  /** Tenant whose people can be selected; empty: only the signed-in person. */
  readonly tenantId: string;
  readonly person: Option | null;
  /** True while a change is saved; further selections are ignored. */
  readonly disabled?: boolean;
  /** Whether the option for nobody is offered; default: true. */
  readonly withNobody?: boolean;
  /** Called with a person, or null for nobody. */
  readonly onChoose: (person: Option | null) => void;
}

const nobody = { id: '', name: 'Unassigned' };

/** Searches the people of a tenant who can triage alerts. */
export function PersonField(props: PersonFieldProps) {
  const { label = 'Assignee', tenantId, person, disabled = false, withNobody = true, onChoose } = props;
  const viewer = useViewer();
  const me = { id: viewer.id, name: 'Me' };
  const [typed, setTyped] = useState<string>();
  const search = typed?.trim() ?? '';
  const query = useGraphQuery({
    document: AlertPeopleDocument,
    variables: { tenantId, search },
    skip: typed === undefined || tenantId === '',
  });
  const people = tenantId === '' ? [] : (query.data?.alertPeople ?? []);
  const others = people.filter(({ id, canTriage }) => canTriage && id !== viewer.id);

  function choose(option: Option) {
    if (!disabled) {
      onChoose(option.id === '' ? null : option);
    }
  }

  return (
    <Combobox
      label={label}
      listLabel="People"
      selectedName={person?.id === viewer.id ? me.name : (person ?? nobody).name}
      typed={typed}
      onType={setTyped}
      options={optionsContaining([...(withNobody ? [nobody] : []), me, ...others], typed)}
      onChoose={choose}
    />
  );
}
