import { type FormEvent, useState } from 'react';
import { Button } from '../shared/button.js';
import { parseCommaList } from '../shared/comma-list.js';
import { SelectField, TextField } from '../shared/fields.js';
import { rangeOptions } from '../shared/time-range.js';
import { AssigneeFilter } from './assignee-filter.js';
import { type AlertFilter, toSearchParams } from './filter.js';
import { IncidentFilter } from './incident-filter.js';
import { SuggestField } from './suggest-field.js';

interface FilterFormProps {
  readonly filter: AlertFilter;
  readonly onChange: (filter: AlertFilter) => void;
}

type Draft = Pick<AlertFilter, 'tenant' | 'endpoint' | 'notes' | 'minScore' | 'maxScore' | 'from' | 'to' | 'within'> & {
  /** Comma-separated tactics and techniques. */
  readonly attack: string;
  readonly model: string;
};

const suppressedOptions = [
  ['', 'Hidden'],
  ['INCLUDE', 'Shown'],
  ['ONLY', 'Only these'],
] as const;

/** The text fields of the filter. They apply on Enter or with the button, but not while someone types. */
export function FilterForm({ filter, onChange }: FilterFormProps) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(filter));
  const [isOpen, setOpen] = useState(hasMore(filter));
  // If the filter changes elsewhere, such as by a facet or the back button, it replaces the draft. Opening an alert
  // does not change it.
  const address = toSearchParams(filter).toString();
  const [shownAddress, setShown] = useState(address);
  if (shownAddress !== address) {
    setShown(address);
    setDraft(draftOf(filter));
  }

  function apply(event: FormEvent) {
    event.preventDefault();
    onChange(filterOf(filter, draft));
  }

  /** Selecting a time range applies immediately. */
  function applyNow(change: Partial<Draft>) {
    const next = { ...draft, ...change };
    setDraft(next);
    onChange(filterOf(filter, next));
  }

  const text = (key: keyof Draft) => ({
    value: draft[key],
    onChange: (value: string) => setDraft({ ...draft, [key]: value }),
  });

  return (
    <form className="filter-form" onSubmit={apply}>
      <TimeFields key={`${filter.from} ${filter.to}`} draft={draft} onDraft={setDraft} onApply={applyNow} />
      <SuggestField field="TENANT" label="Tenant" placeholder="Part of the name" {...text('tenant')} />
      <SuggestField field="ENDPOINT" label="Endpoint" placeholder="Part of the hostname" {...text('endpoint')} />
      <AssigneeFilter value={filter.assignee} onChange={(assignee) => onChange({ ...filter, assignee })} />
      <FilterText label="Notes contain" {...text('notes')} />
      <details className="filter-more" open={hasMore(filter)} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>More filters</summary>
        <div>
          <fieldset className="field-pair">
            <legend>Score (0–1)</legend>
            <ScoreField label="Minimum score" placeholder="Min" {...text('minScore')} />
            <ScoreField label="Maximum score" placeholder="Max" {...text('maxScore')} />
          </fieldset>
          <SuggestField
            field="ATTACK"
            isList
            label="ATT&CK tactic or technique"
            placeholder="T1059, execution"
            {...text('attack')}
          />
          <SuggestField field="MODEL" isList label="Model" placeholder="Part of the name" {...text('model')} />
          <SelectField
            label="Suppressed alerts"
            options={suppressedOptions}
            value={filter.suppressed}
            onChange={(suppressed) => onChange({ ...filter, suppressed })}
          />
          {isOpen && (
            <IncidentFilter incident={filter.incident} onChange={(incident) => onChange({ ...filter, incident })} />
          )}
        </div>
      </details>
      <Button type="submit" variant="main">
        Apply
      </Button>
    </form>
  );
}

/** Whether the filter has a value of a collapsed field. If so, the fields are expanded. */
function hasMore({ minScore, maxScore, attack, model, incident, suppressed }: AlertFilter): boolean {
  const values = [minScore, maxScore, incident, suppressed];
  return values.some((value) => value !== '') || attack.length > 0 || model.length > 0;
}

interface TimeFieldsProps {
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
  readonly onApply: (change: Partial<Draft>) => void;
}

const customRange = 'custom';
const timeRanges = [['', 'Any time'], ...rangeOptions, [customRange, 'Custom range']] as const;

function TimeFields({ draft, onDraft, onApply }: TimeFieldsProps) {
  const [opened, setOpened] = useState(false);
  const custom = draft.within === '' && (opened || draft.from !== '' || draft.to !== '');

  function select(value: string) {
    setOpened(value === customRange);
    if (value !== customRange) {
      onApply({ within: value, from: '', to: '' });
    } else if (draft.within !== '') {
      onDraft({ ...draft, within: '' });
    }
  }

  return (
    <div className="field-times">
      <SelectField
        label="Time range"
        options={timeRanges}
        value={custom ? customRange : draft.within}
        onChange={select}
      />
      {custom &&
        (['from', 'to'] as const).map((key) => (
          <TextField
            key={key}
            label={key === 'from' ? 'From (UTC)' : 'To (UTC)'}
            type="datetime-local"
            value={draft[key]}
            onChange={(value) => onDraft({ ...draft, [key]: value })}
          />
        ))}
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

function FilterText(props: FieldProps) {
  return <TextField spellCheck={false} autoComplete="off" {...props} />;
}

function ScoreField({ label, value, placeholder, onChange }: FieldProps) {
  return (
    <input
      type="number"
      aria-label={label}
      min="0"
      max="1"
      step="any"
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function draftOf(filter: AlertFilter): Draft {
  return { ...filter, attack: filter.attack.join(', '), model: filter.model.join(', ') };
}

function filterOf(filter: AlertFilter, draft: Draft): AlertFilter {
  const { minScore, maxScore, from, to, within } = draft;
  return {
    ...filter,
    tenant: draft.tenant.trim(),
    endpoint: draft.endpoint.trim(),
    attack: parseCommaList(draft.attack),
    model: parseCommaList(draft.model),
    notes: draft.notes.trim(),
    minScore,
    maxScore,
    from,
    to,
    within,
  };
}
