import { Fragment } from 'react';
import { AuditEntryListDocument, type AuditEntryListQuery } from '../generated/operations.js';
import type { Column } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatEnum, formatMinute, formatNumber, formatTime, timeTitle } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { choiceOf, PagedList, pageVariables } from '../shared/paged-list.js';
import { QueryPanel } from '../shared/query-panel.js';
import { secondsAgo } from '../shared/rounded-time.js';
import { SearchForm } from '../shared/search-form.js';
import { ShortenedId } from '../shared/shortened-id.js';
import { relativeRanges, withTimeRange } from '../shared/time-range.js';
import { zone } from '../shared/time-zone.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Frame } from './frame.js';
import { paths } from './paths.js';

const { path } = paths.audit;
const kinds = ['OPERATOR', 'ACCOUNT', 'MIRROR_CLIENT', 'ANONYMOUS', 'SYSTEM'] as const;
const fields = [
  { name: 'actor', label: 'Who', placeholder: 'Name or id' },
  { name: 'kind', label: 'Kind', options: optionsOf(kinds) },
  { name: 'action', label: 'Action', placeholder: 'revoke.token' },
  { name: 'object', label: 'Object', placeholder: 'zone:com' },
  { name: 'tenant', label: 'Tenant' },
  {
    name: 'within',
    label: 'Time range',
    options: Object.entries(relativeRanges).map(([value, { label }]) => [value, label] as const),
  },
];

/** Changes by people and tokens, with the interface that each used. */
export function AuditPage() {
  const { search } = useLocation();
  const list = useGraphQuery({
    document: AuditEntryListDocument,
    variables: { filter: filterOf(search), ...pageVariables(search) },
  });
  return (
    <Frame
      page={paths.audit}
      hint="Changes by people, tokens and Rampart itself, newest first. The command rampart audit verify checks that no entry was changed or removed."
    >
      <QueryPanel query={list} what="the audit log">
        {({ auditEntries }) => (
          <>
            <SearchForm path={path} search={search} fields={fields} />
            <ChosenRange search={search} />
            <PagedList
              {...{ path, search, columns }}
              list={auditEntries}
              stale={list.loading}
              keyOf={({ id }) => id}
              exported={{ path: 'api/audit/export', filter: filterOf(search) }}
              noun={['entry', 'entries']}
              advice="Entries are added with each change."
            />
          </>
        )}
      </QueryPanel>
    </Frame>
  );
}

function filterOf(search: URLSearchParams) {
  const range = relativeRanges[search.get('within') ?? ''];
  return {
    actor: search.get('actor') || undefined,
    actorKind: choiceOf(search, 'kind', kinds),
    action: search.get('action') || undefined,
    object: search.get('object') || undefined,
    tenantId: search.get('tenant') || undefined,
    since: range === undefined ? timeOf(search, 'from') : secondsAgo(range.seconds),
    until: range === undefined ? timeOf(search, 'to') : undefined,
  };
}

function timeOf(search: URLSearchParams, name: 'from' | 'to'): string | undefined {
  const time = Date.parse(`${search.get(name)}Z`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** The time range that was chosen on another page. */
function ChosenRange({ search }: { readonly search: URLSearchParams }) {
  const [from, to] = [timeOf(search, 'from'), timeOf(search, 'to')];
  if (search.has('within') || (from === undefined && to === undefined)) {
    return null;
  }
  return (
    <p className="hint">
      {from !== undefined && `From ${formatMinute(from)} ${zone} `}
      {to !== undefined && `to ${formatMinute(to)} ${zone} `}
      <a href={hrefOf(path, withTimeRange(search, {}))}>Any time</a>
    </p>
  );
}

type Row = NonNullable<AuditEntryListQuery['auditEntries']>['nodes'][number];

/** Maximum number of objects in a row; the others are counted. */
const maxShownObjects = 2;

const columns: readonly Column<Row>[] = [
  {
    title: timeTitle('Time'),
    className: 'row-time',
    cell: ({ at, sequence }) => (
      <>
        {formatTime(at)}
        <span className="row-second">no. {formatNumber(sequence)}</span>
      </>
    ),
  },
  {
    title: 'Who',
    className: 'cell-breaks',
    cell: ({ actor, via, sourceAddress }) => (
      <>
        {actor.name ?? (actor.id === null ? formatEnum(actor.kind) : <ShortenedId id={actor.id} />)}
        <span className="row-second">
          {formatEnum(actor.kind)}, {viaNames[via]}
          {sourceAddress !== null && `, ${sourceAddress}`}
        </span>
      </>
    ),
  },
  { title: 'Action', isMain: true, cell: ({ action }) => <code>{action}</code> },
  {
    title: 'Objects',
    className: 'cell-breaks',
    cell: ({ objects, tenantId }) => (
      <>
        {objects.slice(0, maxShownObjects).map((object, index) => (
          <Fragment key={object}>
            {index > 0 && ', '}
            <ShortenedId id={object} />
          </Fragment>
        ))}
        {objects.length > maxShownObjects && ` and ${formatNumber(objects.length - maxShownObjects)} more`}
        {tenantId !== null && <span className="row-second">{tenantId}</span>}
      </>
    ),
  },
  { title: 'Change', cell: (row) => <Change {...row} /> },
];

const viaNames = { REST: 'REST', GRAPHQL: 'GraphQL', COMMAND_LINE: 'command line', JOB: 'job' } as const;

/** The state before and after, on request. */
function Change({ before, after, objects, hash }: Row) {
  const parts = { before, after, objects, hash };
  return (
    <details className="audit-change">
      <summary>Show</summary>
      <dl>
        {Object.entries(parts)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{formatEnum(name)}</dt>
              <dd>
                <pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
              </dd>
            </div>
          ))}
      </dl>
    </details>
  );
}
