import './mentions.css';
import { type KeyboardEvent, useId, useState } from 'react';
import { AlertPeopleDocument } from '../generated/operations.js';
import { useViewer } from '../shared/permissions.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { PeopleList } from './people-list.js';

interface PersonFieldProps {
  readonly tenantId: string;
  readonly person: { readonly id: string; readonly name: string } | null;
  /** True while a change is saved, which ignores further choices. */
  readonly disabled: boolean;
  /** Called with the id of a person, or null. */
  readonly onChoose: (id: string | null) => void;
}

const nobody = { id: '', name: 'Unassigned' };

/** The state of the field: a typed part of a name, the people found, and the option of the arrow keys. */
function usePeople({ tenantId, disabled, onChoose }: PersonFieldProps) {
  const viewer = useViewer();
  /** Undefined: the list is closed. */
  const [typed, setTyped] = useState<string>();
  const [chosen, setChosen] = useState(0);
  const search = typed?.trim() ?? '';
  const query = useGraphQuery({
    document: AlertPeopleDocument,
    variables: { tenantId, search },
    skip: typed === undefined,
  });
  const known = (query.data?.alertPeople ?? []).filter(({ id, canTriage }) => canTriage && id !== viewer.id);
  const contains = ({ name }: { readonly name: string }) => name.toLowerCase().includes(search.toLowerCase());
  const options = typed === undefined ? [] : [nobody, { id: viewer.id, name: 'Me' }, ...known].filter(contains);
  const active = Math.min(chosen, options.length - 1);

  function type(text: string | undefined) {
    setTyped(text);
    setChosen(0);
  }

  function choose(id: string) {
    type(undefined);
    if (!disabled) {
      onChoose(id === '' ? null : id);
    }
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[active];
    if (step !== undefined) {
      event.preventDefault();
      if (typed === undefined) {
        type('');
      } else if (options.length > 0) {
        setChosen((active + step + options.length) % options.length);
      }
    } else if (event.key === 'Enter' && option !== undefined) {
      event.preventDefault();
      choose(option.id);
    } else if (event.key === 'Escape' && typed !== undefined) {
      event.preventDefault();
      type(undefined);
    }
  }

  return { typed, options, active, type, choose, press };
}

/**
 * Searches the people of a tenant who can triage alerts. The arrow keys select, Enter or a click chooses, and Escape
 * closes the list.
 */
export function PersonField(props: PersonFieldProps) {
  const viewer = useViewer();
  const list = useId();
  const { typed, options, active, type, choose, press } = usePeople(props);
  const { person } = props;
  const isOpen = options.length > 0;
  return (
    <div className="mention-field">
      <label className="field">
        <span>Assignee</span>
        <input
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? list : undefined}
          aria-activedescendant={isOpen ? `${list}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          placeholder="Part of the name"
          value={typed ?? (person?.id === viewer.id ? 'Me' : (person ?? nobody).name)}
          onChange={({ target }) => type(target.value)}
          onClick={() => type('')}
          onBlur={() => type(undefined)}
          onKeyDown={press}
        />
      </label>
      {isOpen && (
        <PeopleList id={list} label="People" people={options} active={active} onChoose={({ id }) => choose(id)} />
      )}
    </div>
  );
}
