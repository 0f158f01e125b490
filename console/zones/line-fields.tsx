import { type FormEvent, useEffect, useState } from 'react';
import { hrefOf, navigate } from '../shared/location.js';

export interface LineField {
  /** Its name in the address. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
}

interface LineFieldsProps {
  readonly path: string;
  readonly search: URLSearchParams;
  readonly fields: readonly LineField[];
  readonly action: string;
}

/** A form in one line whose fields stand in the address; pages further on are left behind when it is sent. */
export function LineFields({ path, search, fields, action }: LineFieldsProps) {
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
