import { type FormEvent, useEffect, useState } from 'react';
import { hrefOf, navigate } from '../shared/location.js';

export interface SearchField {
  /** The name of the parameter in the address. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
}

interface SearchFormProps {
  readonly path: string;
  readonly search: URLSearchParams;
  readonly fields: readonly SearchField[];
  readonly action: string;
}

/** A form in one line with its fields in the address; submitting opens the first page. */
export function SearchForm({ path, search, fields, action }: SearchFormProps) {
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => setDraft(Object.fromEntries(search)), [search]);

  function apply(event: FormEvent) {
    event.preventDefault();
    const entries = fields.map(({ name }) => [name, (draft[name] ?? '').trim()]);
    navigate(hrefOf(path, new URLSearchParams(entries.filter(([, value]) => value !== ''))));
  }

  return (
    <form className="line-form" onSubmit={apply}>
      {fields.map(({ name, label, placeholder }) => (
        <label className="field" key={name}>
          <span>{label}</span>
          <input
            type="text"
            placeholder={placeholder}
            value={draft[name] ?? ''}
            onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
          />
        </label>
      ))}
      <button type="submit" className="button button-main">
        {action}
      </button>
    </form>
  );
}
