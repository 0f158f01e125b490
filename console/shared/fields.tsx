import type { ComponentProps } from 'react';
import { formatEnum } from './format.js';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Maximum values of time inputs: a `DateTime` of the graph has a four-digit year. The browser rejects later times. */
const latest: Readonly<Partial<Record<string, string>>> = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' };

/** An input with its label. */
export function TextField({ label, onChange, type = 'text', ...input }: TextFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input type={type} max={latest[type]} {...input} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An input of several lines with its label. */
export function TextAreaField({ label, onChange, ...input }: TextAreaFieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <textarea {...input} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  readonly label: string;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox with its label. `className` applies to the label. */
export function CheckboxField({ label, className, onChange, ...input }: CheckboxFieldProps) {
  return (
    <label className={className}>
      <input type="checkbox" {...input} onChange={({ target }) => onChange(target.checked)} /> {label}
    </label>
  );
}

interface SelectFieldProps<Value extends string> extends Omit<ComponentProps<'select'>, 'value' | 'onChange'> {
  readonly label: string;
  /** The values with their labels. */
  readonly options: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A select with its label. */
export function SelectField<Value extends string>({ label, options, onChange, ...select }: SelectFieldProps<Value>) {
  return (
    <label className="field">
      <span>{label}</span>
      <select {...select} onChange={({ target }) => onChange(target.value as Value)} /* One of the options. */>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Enum values with their labels, as options of a {@link SelectField}. */
export function optionsOf<Value extends string>(values: readonly Value[]): (readonly [Value, string])[] {
  return values.map((value) => [value, formatEnum(value)] as const);
}
