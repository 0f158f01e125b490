import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react';
import { hrefOfPage, navigate } from './location.js';

export interface SearchField {
  /** The name of the parameter in the address. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  /** The values to choose from, with their names; absent: any text. */
  readonly options?: readonly (readonly [value: string, name: string])[];
  /** The name of no value; default: Any. */
  readonly unset?: string;
}

interface SearchFormProps {
  readonly path: string;
  readonly search: URLSearchParams;
  readonly fields: readonly SearchField[];
  readonly action: string;
}

/** A form in one line with its fields in the address; submitting opens the first page. Other parameters stay. */
export function SearchForm({ path, search, fields, action }: SearchFormProps) {
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => setDraft(Object.fromEntries(search)), [search]);

  function apply(event: FormEvent) {
    event.preventDefault();
    const next = new URLSearchParams(search);
    for (const { name } of fields) {
      const value = (draft[name] ?? '').trim();
      value === '' ? next.delete(name) : next.set(name, value);
    }
    navigate(hrefOfPage(path, next, { after: '' }));
  }

  return (
    <form className="line-form" onSubmit={apply}>
      {fields.map(({ name, label, placeholder, options, unset = 'Any' }) => {
        const value = draft[name] ?? '';
        const onChange = (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
          setDraft({ ...draft, [name]: event.target.value });
        return options === undefined ? (
          <label className="field" key={name}>
            <span>{label}</span>
            <input type="text" placeholder={placeholder} value={value} onChange={onChange} />
          </label>
        ) : (
          <label className="field" key={name}>
            <span>{label}</span>
            <select value={value} onChange={onChange}>
              <option value="">{unset}</option>
              {options.map(([option, text]) => (
                <option key={option} value={option}>
                  {text}
                </option>
              ))}
            </select>
          </label>
        );
      })}
      <button type="submit" className="button button-main">
        {action}
      </button>
    </form>
  );
}
