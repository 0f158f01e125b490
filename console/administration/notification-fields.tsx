import type { ReactNode } from 'react';
import { formatEnum } from '../shared/format.js';
import { optionsOf } from '../shared/paged-list.js';
import { fields, kinds, type RuleDraft, targets } from './notification-draft.js';

interface RuleFieldsProps {
  readonly draft: RuleDraft;
  readonly onChange: (change: Partial<RuleDraft>) => void;
  /** False: hides the tenant and the target, which cannot be changed in an existing rule. */
  readonly isNew: boolean;
}

const addressLabels = { WEBHOOK: 'URL', MAIL: 'Email address', SLACK: 'URL of the incoming webhook' } as const;

/** The fields of a notification rule. */
export function RuleFields({ draft, onChange, isNew }: RuleFieldsProps) {
  const { conditions } = draft;
  const isSecret = !isNew && draft.target === 'SLACK';
  return (
    <>
      <TextField label="Name" required maxLength={100} value={draft.name} onChange={(name) => onChange({ name })} />
      {isNew && (
        <TextField
          label="Tenant"
          placeholder="All"
          maxLength={200}
          value={draft.tenantId}
          onChange={(tenantId) => onChange({ tenantId })}
        />
      )}
      {isNew && (
        <Choice label="Send to" values={targets} value={draft.target} onChange={(target) => onChange({ target })} />
      )}
      <TextField
        label={addressLabels[draft.target]}
        required={!isSecret}
        type={draft.target === 'MAIL' ? 'email' : 'url'}
        placeholder={isSecret ? 'Not changed' : draft.target === 'MAIL' ? 'soc@example.com' : 'https://'}
        value={draft.address}
        onChange={(address) => onChange({ address })}
      />
      <fieldset className="wide">
        <legend>Events</legend>
        {kinds.map((kind) => (
          <label className="check" key={kind}>
            <input
              type="checkbox"
              checked={draft.kinds.includes(kind)}
              onChange={({ target }) =>
                onChange({ kinds: kinds.filter((one) => (one === kind ? target.checked : draft.kinds.includes(one))) })
              }
            />
            {formatEnum(kind)}
          </label>
        ))}
      </fieldset>
      <fieldset className="wide conditions">
        <legend>Conditions</legend>
        {conditions.map(({ field, values }, index) => {
          const replace = (change: object) =>
            onChange({ conditions: conditions.map((one, at) => (at === index ? { ...one, ...change } : one)) });
          return (
            <div className="line-form" key={index}>
              <Choice
                label="Property"
                values={fields}
                value={field}
                onChange={(chosen) => replace({ field: chosen })}
              />
              <TextField
                label="Values"
                required
                placeholder="high, critical"
                value={values}
                onChange={(typed) => replace({ values: typed })}
              />
              <button
                type="button"
                className="button button-small"
                aria-label={`Remove condition ${index + 1}`}
                onClick={() => onChange({ conditions: conditions.filter((_, at) => at !== index) })}
              >
                Remove
              </button>
            </div>
          );
        })}
        <button
          type="button"
          className="button button-small"
          onClick={() => onChange({ conditions: [...conditions, { field: 'SEVERITY', values: '' }] })}
        >
          Add condition
        </button>
      </fieldset>
      <TextField
        label="Maximum messages"
        type="number"
        min={1}
        max={1000}
        required
        value={draft.max}
        onChange={(max) => onChange({ max })}
      />
      <TextField
        label="in minutes"
        type="number"
        min={1}
        max={1440}
        required
        value={draft.minutes}
        onChange={(minutes) => onChange({ minutes })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={draft.isQuiet}
          onChange={({ target }) => onChange({ isQuiet: target.checked })}
        />
        Quiet hours
      </label>
      {draft.isQuiet && (
        <>
          <TextField
            label="Quiet from"
            type="time"
            required
            value={draft.from}
            onChange={(from) => onChange({ from })}
          />
          <TextField label="Quiet until" type="time" required value={draft.to} onChange={(to) => onChange({ to })} />
          <TextField
            label="Time zone"
            required
            value={draft.timeZone}
            onChange={(timeZone) => onChange({ timeZone })}
          />
        </>
      )}
    </>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: string;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly min?: number;
  readonly max?: number;
}

function TextField({ label, onChange, type = 'text', ...input }: TextFieldProps): ReactNode {
  return (
    <label className="field">
      <span>{label}</span>
      <input type={type} {...input} onChange={({ target }) => onChange(target.value)} />
    </label>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly values: readonly Value[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, values, value, onChange }: ChoiceProps<Value>): ReactNode {
  return (
    <label className="field">
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onChange(target.value as Value)} /* One of the options. */>
        {optionsOf(values).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
