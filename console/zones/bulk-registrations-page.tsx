import { BulkRegistrationListDocument, type BulkRegistrationListQuery } from '../generated/operations.js';
import { type Column, numberColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatEnum, formatNumber, formatScore } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import type { SearchField } from '../shared/search-form.js';
import { parseInstant } from '../shared/time-range.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { hrefOfBulkRegistration } from './paths.js';

const kinds = ['SHARED', 'NUMBERED', 'VARIANTS', 'RANDOM'] as const;
const sizes = ['10', '20', '50', '100', '1000'] as const;
const scores = ['0.3', '0.5', '0.7', '0.9'] as const;

const fields: readonly SearchField[] = [
  { name: 'zone', label: 'Zone', placeholder: 'All' },
  { name: 'search', label: 'Pattern contains' },
  { name: 'nameserver', label: 'Nameserver', placeholder: 'ns1.example.com' },
  { name: 'kind', label: 'Kind', options: optionsOf(kinds) },
  { name: 'minSize', label: 'Names', options: sizes.map((size) => [size, `${size} or more`] as const) },
  { name: 'minScore', label: 'Score', options: scores.map((score) => [score, `${score} or more`] as const) },
  { name: 'start', label: 'From (UTC)', type: 'datetime-local' },
  { name: 'end', label: 'To (UTC)', type: 'datetime-local' },
];

/** Bulk registrations: similar names that were added to a zone on one day with the same nameservers. */
export function BulkRegistrationsPage() {
  const { search } = useLocation();
  const variable = (name: string) => search.get(name) || undefined;
  const kind = choiceOf(search, 'kind', kinds);
  const filter = {
    zone: variable('zone'),
    search: variable('search'),
    nameserver: variable('nameserver'),
    kinds: kind === undefined ? undefined : [kind],
    minSize: numberOf(choiceOf(search, 'minSize', sizes)),
    minScore: numberOf(choiceOf(search, 'minScore', scores)),
    start: parseInstant(search.get('start')),
    end: parseInstant(search.get('end')),
  };
  const variables = { ...filter, ...pageVariables(search) };
  const list = useGraphQuery({ document: BulkRegistrationListDocument, variables });
  return (
    <div className="page">
      <h1>Bulk registrations</h1>
      <p className="hint">
        Similar names that were added to a zone on one day with the same nameservers, newest day first, then highest
        score first. The score, 0 to 1, measures the evidence that the names were registered together. Today’s bulk
        registrations may change with each import.
      </p>
      <SearchedList
        query={list}
        listOf={({ bulkRegistrations }) => bulkRegistrations}
        fields={fields}
        columns={columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/bulk-registrations/export', filter }}
        noun={['bulk registration', 'bulk registrations']}
        advice="Bulk registrations are found in names that imports add, except in the first import of a zone."
      />
    </div>
  );
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

type Row = NonNullable<BulkRegistrationListQuery['bulkRegistrations']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    title: 'Pattern',
    className: 'cell-breaks',
    cell: ({ id, pattern }) => <a href={hrefOfBulkRegistration(id)}>{pattern}</a>,
  },
  { title: 'Kind', cell: ({ kind }) => formatEnum(kind) },
  { title: 'Zone', cell: ({ zone }) => zone },
  { title: 'Day (UTC)', className: 'row-time', cell: ({ day }) => day },
  numberColumn('Names', ({ size }) => size),
  { title: 'Score', className: 'table-number', cell: ({ score }) => formatScore(score) },
  numberColumn('All new names', ({ registrations }) => registrations, {
    secondLine: ({ usualRegistrations }) =>
      usualRegistrations !== null && `usually ${formatNumber(Math.round(usualRegistrations))}`,
  }),
  { title: 'Nameservers', className: 'cell-breaks', cell: ({ nameservers }) => nameservers.join(', ') },
];
