import { type ComponentType, type FormEvent, useEffect, useId, useState } from 'react';
import { Button } from './button.js';
import { SelectField, TextField } from './fields.js';
import { hrefOfPage, navigate, useLocation } from './location.js';
import { formatUtcMinute, parseUtc } from './time-range.js';

export interface SearchField {
  /** Name of the URL parameter. */
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  /** Text by default; otherwise a time to the minute or a day, both in UTC. */
  readonly type?: 'datetime-local' | 'date';
  /** The options with their labels; absent: any text. */
  readonly options?: readonly (readonly [value: string, name: string])[];
  /** The label of the empty option; default: Any. */
  readonly unset?: string;
  /** Whether this field, which must be the first, is always shown on a phone; the other fields are behind a button. */
  readonly isMain?: boolean;
  /** Replaces the input. */
  readonly control?: ComponentType<InputProps>;
}

interface InputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

interface SearchFormProps {
  readonly fields: readonly SearchField[];
  /** The label of the button. Default: Apply. */
  readonly action?: string;
}

/**
 * A form with fields for URL parameters, in one line. Submitting opens the first page, and keeps other parameters. On a
 * phone, several fields are hidden behind a button.
 */
export function SearchForm({ fields, action = 'Apply' }: SearchFormProps) {
  const { path, search } = useLocation();
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>({});
  const [isOpen, setOpen] = useState(false);
  const formId = useId();
  const others = fields.filter(({ isMain }) => !isMain);
  const isFoldable = others.length > 1;
  const applied = others.filter(({ name }) => search.has(name)).length;
  // A string, because a new array with the same fields would reset the typed values.
  const times = fields.flatMap(({ name, type }) => (type === 'datetime-local' ? [name] : [])).join(' ');
  useEffect(() => setDraft(draftOf(search, times.split(' '))), [search, times]);

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
    <>
      {isFoldable && (
        <Button
          className="search-toggle"
          aria-expanded={isOpen}
          aria-controls={formId}
          onClick={() => setOpen(!isOpen)}
        >
          {applied === 0 ? 'Filters' : `Filters (${applied})`}
        </Button>
      )}
      <form
        id={formId}
        className={`line-form ${isFoldable && !isOpen ? 'search-folded' : ''} ${fields[0]?.isMain ? 'search-main' : ''}`}
        onSubmit={apply}
      >
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={draft[field.name] ?? ''}
            onChange={(value) => setDraft({ ...draft, [field.name]: value })}
          />
        ))}
        <Button type="submit" variant="main">
          {action}
        </Button>
      </form>
    </>
  );
}

interface FieldProps extends InputProps {
  readonly field: SearchField;
}

function Field({ field, ...input }: FieldProps) {
  const { label, placeholder, type = 'text', options, unset = 'Any', control: Control } = field;
  if (Control !== undefined) {
    return <Control {...input} />;
  }
  return options === undefined ? (
    <TextField label={label} type={type} placeholder={placeholder} {...input} />
  ) : (
    <SelectField label={label} options={[['', unset], ...options]} {...input} />
  );
}

/** Converts URL parameters to values of fields. A time in a URL can have an offset. */
function draftOf(search: URLSearchParams, times: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries([...search].map(([name, value]) => [name, times.includes(name) ? entered(value) : value]));
}

function entered(text: string): string {
  const time = parseUtc(text);
  return Number.isNaN(time) ? '' : formatUtcMinute(new Date(time));
}
