import { Button } from '../shared/button.js';
import type { FormDraft } from '../shared/drafts.js';
import { CheckboxField, optionsOf, SelectField, TextField } from '../shared/fields.js';
import { formatEnum } from '../shared/format.js';
import { fields, kinds, type RuleDraft, targets } from './notification-draft.js';

interface FormProps {
  readonly form: FormDraft<RuleDraft>;
}

interface RuleFieldsProps extends FormProps {
  /** False: hides the tenant and the target, which cannot be changed in an existing rule. */
  readonly isNew: boolean;
}

const addressLabels = { WEBHOOK: 'URL', MAIL: 'Email address', SLACK: 'URL of the incoming webhook' } as const;

/** One second. The command line and the graph accept periods in seconds. */
const minPeriodMinutes = 1 / 60;

/** The fields of a notification rule. */
export function RuleFields({ form, isNew }: RuleFieldsProps) {
  const { target } = form.values;
  const isSecret = !isNew && target === 'SLACK';
  return (
    <>
      <TextField label="Name" required maxLength={100} {...form.field('name')} />
      {isNew && <TextField label="Tenant" placeholder="All" maxLength={200} {...form.field('tenantId')} />}
      {isNew && <SelectField label="Send to" options={optionsOf(targets)} {...form.field('target')} />}
      <TextField
        label={addressLabels[target]}
        required={!isSecret}
        type={target === 'MAIL' ? 'email' : 'url'}
        placeholder={isSecret ? 'Not changed' : target === 'MAIL' ? 'soc@example.com' : 'https://'}
        {...form.field('address')}
      />
      <EventFields form={form} />
      <ConditionFields form={form} />
      <TextField label="Maximum messages per period" type="number" min={1} max={1000} required {...form.field('max')} />
      <TextField
        label="Period in minutes"
        type="number"
        min={minPeriodMinutes}
        max={1440}
        step="any"
        required
        {...form.field('minutes')}
      />
      <QuietHours form={form} />
    </>
  );
}

function EventFields({ form }: FormProps) {
  const { value: chosen, onChange } = form.field('kinds');
  return (
    <fieldset className="wide">
      <legend>Events</legend>
      {kinds.map((kind) => (
        <CheckboxField
          key={kind}
          className="check"
          label={formatEnum(kind)}
          checked={chosen.includes(kind)}
          onChange={(checked) =>
            onChange(kinds.filter((candidate) => (candidate === kind ? checked : chosen.includes(candidate))))
          }
        />
      ))}
    </fieldset>
  );
}

function ConditionFields({ form }: FormProps) {
  const { value: conditions, onChange } = form.field('conditions');
  return (
    <fieldset className="wide conditions">
      <legend>Conditions</legend>
      {conditions.map(({ field, values }, index) => {
        const replace = (change: object) =>
          onChange(conditions.map((condition, at) => (at === index ? { ...condition, ...change } : condition)));
        return (
          <div className="line-form" key={index}>
            <SelectField
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
            <Button
              size="small"
              aria-label={`Remove condition ${index + 1}`}
              onClick={() => onChange(conditions.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </div>
        );
      })}
      <Button size="small" onClick={() => onChange([...conditions, { field: 'SEVERITY', values: '' }])}>
        Add condition
      </Button>
    </fieldset>
  );
}

function QuietHours({ form }: FormProps) {
  const { value: isQuiet, onChange } = form.field('isQuiet');
  return (
    <>
      <CheckboxField className="check" label="Quiet hours" checked={isQuiet} onChange={onChange} />
      {isQuiet && (
        <>
          <TextField label="Quiet from" type="time" required {...form.field('from')} />
          <TextField label="Quiet until" type="time" required {...form.field('to')} />
          <TextField label="Time zone" required {...form.field('timeZone')} />
        </>
      )}
    </>
  );
}
