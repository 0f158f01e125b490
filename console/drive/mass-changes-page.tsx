import { DriveMassChangesDocument, type DriveMassChangesQuery } from '../generated/operations.js';
import { timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatCount, formatEnum } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { MassChangeDetails } from './mass-change-details.js';
import { massChangesPath } from './paths.js';

const states = ['OPEN', 'CONFIRMED', 'DISMISSED', 'RESOLVED'] as const;
const fields = [{ name: 'state', label: 'State', options: optionsOf(states) }];

/** Bursts of changes that resemble encryption or deletion. With `id` in the URL, only one of them. */
export function MassChangesPage() {
  const { search } = useLocation();
  const id = search.get('id');
  return (
    <div className="page">
      {id === null ? <MassChangeList search={search} /> : <MassChangeDetails key={id} id={id} search={search} />}
    </div>
  );
}

function MassChangeList({ search }: { readonly search: URLSearchParams }) {
  const state = choiceOf(search, 'state', states);
  const filter = { states: state === undefined ? undefined : [state] };
  const variables = { ...filter, ...pageVariables(search) };
  const list = useGraphQuery({ document: DriveMassChangesDocument, variables });
  return (
    <>
      <h1>Mass changes</h1>
      <p className="hint">Bursts of changes that look like encryption or deletion.</p>
      <SearchedList
        query={list}
        listOf={({ driveMassChanges }) => driveMassChanges}
        fields={fields}
        columns={columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/drive-mass-changes/export', filter }}
        noun={['mass change', 'mass changes']}
        advice="No mass changes have been detected."
      />
    </>
  );
}

type MassChange = NonNullable<DriveMassChangesQuery['driveMassChanges']>['nodes'][number];

const columns = [
  timeColumn('Detected', ({ noticedAt }: MassChange) => noticedAt),
  {
    title: 'Mass change',
    cell: ({ id, kind }: MassChange) => (
      <a href={hrefOf(massChangesPath, { id })}>
        {formatEnum(kind)} {id}
      </a>
    ),
  },
  { title: 'State', cell: ({ state }: MassChange) => formatEnum(state) },
  {
    title: 'Site',
    className: 'cell-breaks',
    cell: ({ site }: MassChange) => (site === null ? 'Removed' : `${site.hostname}${site.path}`),
  },
  { title: 'Files', cell: ({ effects }: MassChange) => effectsText(effects) },
  { title: 'Main reason', className: 'cell-breaks', cell: ({ reasons }: MassChange) => reasons[0] ?? '' },
];

function effectsText(effects: MassChange['effects']): string {
  return effects
    .map(({ effect, count }) => `${formatCount(count, 'file')} ${formatEnum(effect).toLowerCase()}`)
    .join(', ');
}
