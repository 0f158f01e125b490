import { ChoiceField, optionsOf, TextField } from '../shared/fields.js';
import { formatEnum } from '../shared/format.js';
import { fields, kinds, type RuleDraft, targets } from './notification-draft.js';

interface DraftProps {
  readonly draft: RuleDraft;
  readonly onChange: (change: Partial<RuleDraft>) => void;
}

interface RuleFieldsProps extends DraftProps {
  /** False: hides the tenant and the target, which cannot be changed in an existing rule. */
  readonly isNew: boolean;
}

const addressLabels = { WEBHOOK: 'URL', MAIL: 'Email address', SLACK: 'URL of the incoming webhook' } as const;

/** The fields of a notification rule. */
export function RuleFields({ draft, onChange, isNew }: RuleFieldsProps) {
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
        <ChoiceField
          label="Send to"
          options={optionsOf(targets)}
          value={draft.target}
          onChange={(target) => onChange({ target })}
        />
      )}
      <TextField
        label={addressLabels[draft.target]}
        required={!isSecret}
        type={draft.target === 'MAIL' ? 'email' : 'url'}
        placeholder={isSecret ? 'Not changed' : draft.target === 'MAIL' ? 'soc@example.com' : 'https://'}
        value={draft.address}
        onChange={(address) => onChange({ address })}
      />
      <EventFields draft={draft} onChange={onChange} />
      <ConditionFields draft={draft} onChange={onChange} />
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
        label="Period in minutes"
        type="number"
        min={1}
        max={1440}
        required
        value={draft.minutes}
        onChange={(minutes) => onChange({ minutes })}
      />
      <QuietHours draft={draft} onChange={onChange} />
    </>
  );
}

function EventFields({ draft, onChange }: DraftProps) {
  return (
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
  );
}

function ConditionFields({ draft: { conditions }, onChange }: DraftProps) {
  return (
    <fieldset className="wide conditions">
      <legend>Conditions</legend>
      {conditions.map(({ field, values }, index) => {
        const replace = (change: object) =>
          onChange({ conditions: conditions.map((one, at) => (at === index ? { ...one, ...change } : one)) });
        return (
          <div className="line-form" key={index}>
            <ChoiceField
              label="Property"
              options={optionsOf(fields)}
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
  );
}

function QuietHours({ draft, onChange }: DraftProps) {
  return (
    <>
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
