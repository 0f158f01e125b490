import './mentions.css';
import { type KeyboardEvent, useId, useState } from 'react';
import { PeopleList } from './people-list.js';

export interface Option {
  readonly id: string;
  readonly name: string;
}

/** The options whose name contains the typed text. The server may not have searched the last typed text yet. */
export function optionsContaining(options: readonly Option[], typed: string | undefined): readonly Option[] {
  const search = typed?.trim().toLowerCase() ?? '';
  return options.filter(({ name }) => name.toLowerCase().includes(search));
}

interface ComboboxProps {
  readonly label: string;
  /** The label of the list of options. */
  readonly listLabel: string;
  /** The name of the selected option. */
  readonly selectedName: string;
  /** The typed text; undefined: the list is closed. */
  readonly typed: string | undefined;
  readonly onType: (text: string | undefined) => void;
  /** The options that match the typed text. */
  readonly options: readonly Option[];
  readonly onChoose: (option: Option) => void;
}

/** Returns the option that the arrow keys have moved to, and the event handlers of the field. */
function useChoice({ typed, onType, options, onChoose }: ComboboxProps) {
  const [highlightedIndex, setChosen] = useState(0);
  const active = Math.min(highlightedIndex, options.length - 1);

  function type(text: string | undefined) {
    onType(text);
    setChosen(0);
  }

  function choose(option: Option) {
    type(undefined);
    onChoose(option);
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
    } else if (event.key === 'Enter' && typed !== undefined) {
      event.preventDefault();
      if (option !== undefined) {
        choose(option);
      }
    } else if (event.key === 'Escape' && typed !== undefined) {
      event.preventDefault();
      type(undefined);
    }
  }

  return { active, type, choose, press };
}

/**
 * Searches options by a part of their name. Arrow keys move to an option, Enter or a click selects it, Escape closes
 * the list.
 */
export function Combobox(props: ComboboxProps) {
  const list = useId();
  const { active, type, choose, press } = useChoice(props);
  const { label, listLabel, selectedName, typed, options } = props;
  const isOpen = typed !== undefined && options.length > 0;
  return (
    <div className="mention-field">
      <label className="field">
        <span>{label}</span>
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
          value={typed ?? selectedName}
          onChange={({ target }) => type(target.value)}
          // Typed text replaces the name.
          onFocus={({ target }) => target.select()}
          onClick={() => type('')}
          onBlur={() => type(undefined)}
          onKeyDown={press}
        />
      </label>
      {isOpen && <PeopleList id={list} label={listLabel} people={options} active={active} onChoose={choose} />}
    </div>
  );
}
