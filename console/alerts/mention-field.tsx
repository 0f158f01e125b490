import './mentions.css';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { AlertPeopleDocument } from '../generated/operations.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { completeMention, findMention, suggestPeople } from './mentions.js';
import { PeopleList } from './people-list.js';

interface MentionFieldProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  /** The tenant whose people can be mentioned. */
  readonly tenantId: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called with keys that the list of people does not handle. */
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** The people whose names begin with the mention at the caret, and the event handlers of the field. */
function useMention({ field, tenantId, value, onChange, onKeyDown }: MentionFieldProps) {
  const [caret, setCaret] = useState(-1);
  const [highlightedIndex, setChosen] = useState(0);
  const [closedAt, setClosedAt] = useState(-1);
  const nextCaret = useRef<number>(undefined);
  const mention = caret < 0 ? undefined : findMention(value, caret);
  const people = useGraphQuery({
    document: AlertPeopleDocument,
    variables: { tenantId, search: mention?.name.trim() ?? '' },
    skip: mention === undefined,
  });
  const found =
    mention === undefined || mention.at === closedAt ? [] : suggestPeople(people.data?.alertPeople ?? [], mention.name);
  const active = Math.min(highlightedIndex, found.length - 1);

  useLayoutEffect(() => {
    if (nextCaret.current !== undefined) {
      field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
      nextCaret.current = undefined;
    }
  });

  function type(text: string, at: number) {
    setCaret(at);
    setChosen(0);
    onChange(text);
  }

  function complete(name: string) {
    if (mention !== undefined) {
      const next = completeMention(value, mention, name);
      nextCaret.current = next.caret;
      type(next.text, next.caret);
      field.current?.focus();
    }
  }

  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    const person = found[active];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (person === undefined || !isPlain) {
      onKeyDown(event);
    } else if (step !== undefined) {
      event.preventDefault();
      setChosen((active + step + found.length) % found.length);
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      complete(person.name);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      setClosedAt(mention?.at ?? -1);
    }
  }

  return { found, active, type, complete, press, setCaret };
}

/**
 * A text field in which @ lists the people of the tenant. The arrow keys move to a person, Enter or Tab completes the
 * name, Escape closes the list.
 */
export function MentionField(props: MentionFieldProps) {
  const { field, label, value } = props;
  const list = useId();
  const { found, active, type, complete, press, setCaret } = useMention(props);
  return (
    <div className="mention-field">
      <label className="field">
        <span>{label}</span>
        <textarea
          ref={field}
          rows={3}
          aria-keyshortcuts="c"
          aria-autocomplete="list"
          aria-controls={found.length > 0 ? list : undefined}
          aria-activedescendant={found.length > 0 ? `${list}-${active}` : undefined}
          placeholder="@name mentions a person"
          value={value}
          onChange={({ target }) => type(target.value, target.selectionStart)}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={() => setCaret(-1)}
          onKeyDown={press}
        />
      </label>
      {found.length > 0 && (
        <PeopleList
          id={list}
          label="People to mention"
          people={found}
          active={active}
          onChoose={({ name }) => complete(name)}
        />
      )}
    </div>
  );
}
