import type { LookAlikeKind, LookAlikesQuery } from '../generated/operations.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { DomainNames } from '../shared/domain-link.js';

/** How a name differs from the brand. */
export const differences: Readonly<Record<LookAlikeKind, string>> = {
  CONFUSABLE: 'Confusable characters',
  EDIT: 'One character different',
};

export type LookAlike = NonNullable<LookAlikesQuery['lookAlikes']>['nodes'][number];

export const lookAlikeColumns: readonly Column<LookAlike>[] = [
  {
    title: 'Domain',
    className: 'cell-breaks',
    cell: ({ domain: { name }, unicodeName }) => <DomainNames name={name} unicodeName={unicodeName} />,
  },
  { title: 'Zone', cell: (row) => row.zone },
  { title: 'Difference', cell: (row) => differences[row.kind] },
  timeColumn('Active since', (row) => row.activeSince),
];
