import { Button } from '../shared/button.js';
import { formatEnum } from '../shared/format.js';
import { useViewer } from '../shared/permissions.js';
import { relativeRangeOf } from '../shared/time-range.js';
import { type AlertFilter, emptyFilter, hasOpenStatuses } from './filter.js';
import { nameOfPerson } from './known-people.js';

interface FilterChipsProps {
  readonly filter: AlertFilter;
  readonly onChange: (filter: AlertFilter) => void;
}

interface Chip {
  readonly label: string;
  readonly without: AlertFilter;
}

/** The active filters except the quick filters, each with a button that removes it. */
export function FilterChips({ filter, onChange }: FilterChipsProps) {
  const { id } = useViewer();
  const chips = chipsOf(filter, id);
  if (chips.length === 0) {
    return null;
  }
  return (
    <ul className="chips" aria-label="Active filters">
      {chips.map((chip) => (
        <li key={chip.label}>
          <button type="button" className="chip" onClick={() => onChange(chip.without)}>
            {chip.label}
            <span aria-hidden="true">×</span>
            <span className="visually-hidden">, remove filter</span>
          </button>
        </li>
      ))}
      <li>
        <Button variant="plain" onClick={() => onChange(emptyFilter)}>
          Clear all
        </Button>
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

/** Labels of the keys with a single value, except `target`, `suppressed` and `within`, whose chips have no label. */
const textLabels = {
  text: 'Search',
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
  openedBefore: 'Opened before',
} as const satisfies Record<Exclude<keyof AlertFilter, ListKey | 'target' | 'suppressed' | 'within'>, string>;

const timeKeys: ReadonlySet<string> = new Set(['from', 'to', 'openedSince', 'openedBefore']);

type ListKey = keyof typeof listLabels;
type TextKey = keyof typeof textLabels;

function chipsOf(filter: AlertFilter, viewerId: string): readonly Chip[] {
  const chips: Chip[] = [];
  // The keys are those of the literals above.
  for (const key of Object.keys(listLabels) as ListKey[]) {
    if (key === 'status' && hasOpenStatuses(filter)) {
      continue;
    }
    for (const value of filter[key]) {
      const others = filter[key].filter((other) => other !== value);
      chips.push({ label: `${listLabels[key]}: ${formatValue(key, value)}`, without: { ...filter, [key]: others } });
    }
  }
  for (const key of Object.keys(textLabels) as TextKey[]) {
    if (filter[key] !== '' && !isQuickFilter(key, filter[key], viewerId)) {
      chips.push({
        label: `${textLabels[key]}: ${formatText(key, filter[key])}`,
        without: { ...filter, [key]: '' },
      });
    }
  }
  if (filter.target === 'soon') {
    chips.push({ label: 'Due within an hour', without: { ...filter, target: '' } });
  }
  if (filter.suppressed !== '') {
    const label = filter.suppressed === 'ONLY' ? 'Suppressed only' : 'Including suppressed';
    chips.push({ label, without: { ...filter, suppressed: '' } });
  }
  const range = relativeRangeOf(filter.within);
  if (range !== undefined) {
    chips.push({ label: range.label, without: { ...filter, within: '' } });
  }
  return chips;
}

/** Whether a button above the list shows and removes the filter. */
function isQuickFilter(key: TextKey, value: string, viewerId: string): boolean {
  return (
    (key === 'assignee' && value === 'none') || ((key === 'assignee' || key === 'mentioned') && value === viewerId)
  );
}

function formatValue(key: ListKey, value: string): string {
  return key === 'technique' || key === 'attack' || key === 'model' ? value : formatEnum(value);
}

function formatText(key: TextKey, value: string): string {
  if (key === 'incident') {
    return 'selected';
  }
  if (key === 'assignee' || key === 'mentioned') {
    return nameOfPerson(value);
  }
  return timeKeys.has(key) ? `${value.replace('T', ' ')} UTC` : value;
}
