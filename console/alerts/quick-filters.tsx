import { Button } from '../shared/button.js';
import { useViewer } from '../shared/permissions.js';
import { type AlertFilter, hasOpenStatuses, openStatuses } from './filter.js';

interface QuickFiltersProps {
  readonly filter: AlertFilter;
  readonly onChange: (filter: AlertFilter) => void;
}

interface QuickFilter {
  readonly label: string;
  readonly isOn: boolean;
  readonly toggled: Partial<AlertFilter>;
}

/** The most frequent filters, each set or removed with one click. */
export function QuickFilters({ filter, onChange }: QuickFiltersProps) {
  const { id } = useViewer();
  return (
    <fieldset className="quick-filters">
      <legend className="visually-hidden">Quick filters</legend>
      {quickFiltersOf(filter, id).map(({ label, isOn, toggled }) => (
        <Button key={label} size="small" aria-pressed={isOn} onClick={() => onChange({ ...filter, ...toggled })}>
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

/** The quick filters and their states. Filters about the person are omitted if nobody is signed in. */
function quickFiltersOf(filter: AlertFilter, viewerId: string): readonly QuickFilter[] {
  const isAll = filter.status.length === 0;
  const toggle = (label: string, key: 'target' | 'assignee' | 'mentioned', value: string): QuickFilter => {
    const isOn = filter[key] === value;
    return { label, isOn, toggled: { [key]: isOn ? '' : value } };
  };
  const unassigned = toggle('Unassigned', 'assignee', 'none');
  return [
    { label: 'Not closed', isOn: hasOpenStatuses(filter), toggled: { status: openStatuses } },
    { label: 'All statuses', isOn: isAll, toggled: { status: [] } },
    toggle('Target breached', 'target', 'missed'),
    ...(viewerId === ''
      ? [unassigned]
      : [toggle('Assigned to me', 'assignee', viewerId), unassigned, toggle('Mentions me', 'mentioned', viewerId)]),
  ];
}
