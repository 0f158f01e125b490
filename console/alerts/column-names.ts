/** The columns of the list of alerts, in order, with their titles in the dialog that selects them. */
export const columnTitles = {
  severity: 'Severity',
  endpoint: 'Endpoint',
  tenant: 'Tenant',
  platform: 'Platform',
  status: 'Status',
  due: 'Due',
  assignee: 'Assignee',
  score: 'Score',
  techniques: 'Techniques',
  model: 'Model',
  created: 'Created',
  seen: 'Last seen',
} as const;

export type ColumnName = keyof typeof columnTitles;

export const columnNames = Object.keys(columnTitles) as readonly ColumnName[]; // The keys of the literal above.

/** The columns of a list whose URL names none. Columns without enough space are hidden. */
export const defaultColumns: readonly ColumnName[] = [
  ...(['severity', 'endpoint', 'status', 'due', 'assignee', 'score'] as const),
  ...(['techniques', 'model', 'seen'] as const),
];

/** The column that is always shown, because the endpoint links to the alert. */
export const requiredColumn: ColumnName = 'endpoint';

/** Reads columns from a URL, such as `severity,endpoint`. Undefined: the default columns, which depend on the width. */
export function readColumns(text: string | null): readonly ColumnName[] | undefined {
  const chosen = new Set(text?.split(','));
  const chosenColumns = columnNames.filter((name) => chosen.has(name));
  return chosenColumns.length === 0 ? undefined : addRequiredColumn(chosenColumns);
}

/** Sorts the columns, and adds the one that is always shown. */
export function addRequiredColumn(columns: readonly ColumnName[]): readonly ColumnName[] {
  return columnNames.filter((name) => name === requiredColumn || columns.includes(name));
}
