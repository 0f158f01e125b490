import type { LookAlikeKind, LookAlikesQuery } from '../generated/operations.js';
import type { Column } from '../shared/data-table.js';
import { DomainLink } from '../shared/domain-link.js';
import { formatTime, timeTitle } from '../shared/format.js';

/** How a name differs from the brand. */
export const differences: Readonly<Record<LookAlikeKind, string>> = {
  CONFUSABLE: 'Confusable characters',
  EDIT: 'One character different',
};

export type LookAlike = NonNullable<LookAlikesQuery['lookAlikes']>['nodes'][number];

export const lookAlikeColumns: readonly Column<LookAlike>[] = [
  { title: 'Unicode name', cell: (row) => row.unicodeName },
  {
    title: 'Domain',
    isMain: true,
    cell: ({ domain: { name } }) => <DomainLink name={name} />,
  },
  { title: 'Zone', cell: (row) => row.zone },
  { title: 'Difference', cell: (row) => differences[row.kind] },
  { title: timeTitle('First seen'), className: 'row-time', cell: (row) => formatTime(row.activeSince) },
];
