import './mentions.css';
import { useEffect } from 'react';

interface Person {
  readonly id: string;
  readonly name: string;
}

interface PeopleListProps {
  readonly id: string;
  readonly label: string;
  readonly people: readonly Person[];
  /** Index of the person that the arrow keys have moved to. */
  readonly active: number;
  readonly onChoose: (person: Person) => void;
}

/**
 * The options below a field that searches them. The id of an option is the id of the list, a hyphen, and the index.
 */
export function PeopleList({ id: list, label, people, active, onChoose }: PeopleListProps) {
  useEffect(() => {
    // The method returns a promise in new browsers, which must not become the cleanup of the effect.
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, active]);
  return (
    <div className="mention-list" role="listbox" id={list} aria-label={label}>
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus remains in the field, as in every combobox.
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
        <div
          key={person.id}
          role="option"
          id={`${list}-${index}`}
          aria-selected={index === active}
          // The focus remains in the field.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          {person.name}
        </div>
      ))}
    </div>
  );
}
