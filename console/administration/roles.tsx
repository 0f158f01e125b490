import type { Column } from '../shared/data-table.js';
import { formatEnum } from '../shared/format.js';

/** The roles that a filter or a form offers. */
export const roles = ['ADMIN', 'ANALYST', 'VIEWER', 'INGEST'] as const;

/** Shows the role of a person, session or token, and its tenants. */
export const roleColumn: Column<{ readonly role: string; readonly tenants: readonly string[] | null }> = {
  title: 'Role',
  cell: ({ role }) => formatEnum(role),
  secondLine: ({ tenants }) => tenants?.join(', ') ?? 'All tenants',
};
