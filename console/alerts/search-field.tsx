import { type FormEvent, useState } from 'react';
import { Button } from '../shared/button.js';

/** The id of the field that the key `/` focuses. */
export const searchFieldId = 'alert-search';

interface SearchFieldProps {
  /** The text of the filter. */
  readonly text: string;
  readonly onSearch: (text: string) => void;
}

/**
 * Searches alerts by words. The search applies on Enter or with the button, and immediately when the field is cleared.
 */
export function SearchField({ text, onSearch }: SearchFieldProps) {
  const [draft, setDraft] = useState(text);
  // If the search text of the filter changes elsewhere, such as by a chip or the back button, it replaces the typed
  // text.
  const [shownText, setShown] = useState(text);
  if (shownText !== text) {
    setShown(text);
    setDraft(text);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(draft.trim());
  }

  function change(next: string) {
    setDraft(next);
    if (next === '' && text !== '') {
      onSearch('');
    }
  }

  return (
    <search className="alerts-search">
      <form onSubmit={submit}>
        <input
          id={searchFieldId}
          type="search"
          aria-label="Search alerts"
          aria-keyshortcuts="/"
          placeholder="Search endpoints, tenants, techniques, models, notes"
          spellCheck={false}
          autoComplete="off"
          maxLength={maxLength}
          value={draft}
          onChange={(event) => change(event.target.value)}
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}

const maxLength = 1000;
