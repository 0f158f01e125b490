import { type EffectivePermission, type Role, roles } from '../../platform/permissions/index.js';
import { formatTable, printJson } from '../output.js';

const scopes = `-: nothing; all: everything; all_tenants: everything, but nothing for callers who are restricted to tenants;
own_tenants: data of the caller's tenants; own_account: data of the caller's account, client or controller.`;

/** Prints the permissions of each role: a table with a column for each role, or JSON. */
export function printPermissions(rows: readonly EffectivePermission[], { json }: { json: boolean }): void {
  if (json) printJson(rows);
  else process.stdout.write(`${formatPermissions(rows)}\n`);
}

function formatPermissions(rows: readonly EffectivePermission[]): string {
  const columns = [
    { title: 'PERMISSION', value: ({ permission }: EffectivePermission) => permission },
    ...roles.map((role) => ({ title: role.toUpperCase(), value: (row: EffectivePermission) => scopeOf(row, role) })),
    { title: 'PURPOSE', value: ({ purpose }: EffectivePermission) => purpose },
  ];
  return [formatTable(rows, columns), ...footnotes(rows), scopes].join('\n\n');
}

function scopeOf({ grants, conditional }: EffectivePermission, role: Role): string | undefined {
  const further = conditional?.isMet ? conditional.grants[role] : undefined;
  return grants[role] ?? (further === undefined ? undefined : `${further}*`);
}

function footnotes(rows: readonly EffectivePermission[]): string[] {
  const fulfilled = rows.filter(({ conditional }) => conditional?.isMet);
  const lines = fulfilled.map(({ permission, conditional }) => `* ${permission}: ${conditional?.condition}`);
  return lines.length === 0 ? [] : [lines.join('\n')];
}
