import { type ComponentProps, useId, useState } from 'react';
import { type AlertFilterField, AlertFilterValuesDocument } from '../generated/operations.js';
import { TextField } from '../shared/fields.js';
import { useGraphQuery } from '../shared/use-graph-query.js';

interface SuggestFieldProps extends Omit<ComponentProps<typeof TextField>, 'list'> {
  readonly field: AlertFilterField;
  /** Whether the value is a comma-separated list. */
  readonly isList?: boolean;
}

/** A text field that suggests values of a filter that contain the typed text. */
export function SuggestField({ field, isList = false, value, ...input }: SuggestFieldProps) {
  const list = useId();
  const [hasFocus, setFocus] = useState(false);
  const start = isList ? value.lastIndexOf(',') + 1 : 0;
  const query = useGraphQuery({
    document: AlertFilterValuesDocument,
    variables: { field, search: value.slice(start).trim().slice(0, maxSearch) },
    skip: !hasFocus,
  });
  const before = start === 0 ? '' : `${value.slice(0, start)} `;
  return (
    <>
      <TextField
        spellCheck={false}
        autoComplete="off"
        {...input}
        value={value}
        list={list}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      />
      <datalist id={list}>
        {query.data?.alertFilterValues.map((suggested) => (
          // Browsers show only options with a value or label that contains the whole text of the field.
          <option
            key={suggested.value}
            value={`${before}${suggested.value}`}
            label={suggested.name === null ? undefined : `${before}${suggested.value} ${suggested.name}`}
          />
        ))}
      </datalist>
    </>
  );
}

/** Maximum number of characters of a search that the server accepts. */
const maxSearch = 1000;
