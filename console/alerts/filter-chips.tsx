import { formatEnum } from '../shared/format.js';
import { useViewer } from '../shared/permissions.js';
import { relativeRanges } from '../shared/time-range.js';
import { type AlertFilter, emptyFilter, isEmpty, isNotClosed } from './filter.js';

interface FilterChipsProps {
  readonly filter: AlertFilter;
  readonly onChange: (filter: AlertFilter) => void;
}

interface Chip {
  readonly label: string;
  readonly without: AlertFilter;
}

/** The active filters, each with a button to remove it. */
export function FilterChips({ filter, onChange }: FilterChipsProps) {
  const { id } = useViewer();
  if (isEmpty(filter)) {
    return null;
  }
  return (
    <ul className="chips" aria-label="Active filters">
      {chipsOf(filter, id).map((chip) => (
        <li key={chip.label}>
          <button type="button" className="chip" onClick={() => onChange(chip.without)}>
            {chip.label}
            <span aria-hidden="true">×</span>
            <span className="visually-hidden">, remove filter</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="button button-plain" onClick={() => onChange(emptyFilter)}>
          Clear all
        </button>
      </li>
    </ul>
  );
}

const listLabels = {
  severity: 'Severity',
  status: 'Status',
  platform: 'Platform',
  technique: 'Technique',
  attack: 'ATT&CK',
  model: 'Model',
} as const;

const textLabels = {
  tenant: 'Tenant',
  endpoint: 'Endpoint',
  minScore: 'Minimum score',
  maxScore: 'Maximum score',
  from: 'From',
  to: 'To',
  notes: 'Notes',
  assignee: 'Assignee',
  mentioned: 'Mentions',
  incident: 'Incident',
  openedSince: 'Opened since',
} as const;

type ListKey = keyof typeof listLabels;
type TextKey = keyof typeof textLabels;

function chipsOf(filter: AlertFilter, viewerId: string): readonly Chip[] {
  const chips: Chip[] = [];
  // The keys are those of the literals above.
  for (const key of Object.keys(listLabels) as ListKey[]) {
    if (key === 'status' && isNotClosed(filter)) {
      chips.push({ label: 'Status: Not closed', without: { ...filter, status: [] } });
      continue;
    }
    for (const value of filter[key]) {
      const others = filter[key].filter((other) => other !== value);
      chips.push({ label: `${listLabels[key]}: ${formatValue(key, value)}`, without: { ...filter, [key]: others } });
    }
  }
  for (const key of Object.keys(textLabels) as TextKey[]) {
    if (filter[key] !== '') {
      chips.push({
        label: `${textLabels[key]}: ${formatText(key, filter[key], viewerId)}`,
        without: { ...filter, [key]: '' },
      });
    }
  }
  if (filter.target !== '') {
    chips.push({
      label: filter.target === 'soon' ? 'Target within an hour' : 'Target breached',
      without: { ...filter, target: '' },
    });
  }
  if (filter.suppressed !== '') {
    const label = filter.suppressed === 'ONLY' ? 'Suppressed only' : 'With suppressed';
    chips.push({ label, without: { ...filter, suppressed: '' } });
  }
  const range = relativeRanges[filter.within];
  if (range !== undefined) {
    chips.push({ label: range.label, without: { ...filter, within: '' } });
  }
  return chips;
}

function formatValue(key: ListKey, value: string): string {
  return key === 'technique' || key === 'attack' || key === 'model' ? value : formatEnum(value);
}

function formatText(key: TextKey, value: string, viewerId: string): string {
  if (key === 'assignee' || key === 'mentioned') {
    const name = value === viewerId ? 'Me' : value;
    return value === 'none' ? 'Nobody' : name;
  }
  if (key === 'incident') {
    return 'chosen';
  }
  return key === 'from' || key === 'to' || key === 'openedSince' ? `${value.replace('T', ' ')} UTC` : value;
}
