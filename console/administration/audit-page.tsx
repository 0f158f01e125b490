import { Fragment } from 'react';
import { AuditEntryListDocument, type AuditEntryListQuery } from '../generated/operations.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { optionsOf } from '../shared/fields.js';
import { formatEnum, formatMinute, formatNumber } from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { secondsAgo } from '../shared/rounded-time.js';
import { ShortenedId } from '../shared/shortened-id.js';
import { parseInstant, rangeOptions, relativeRangeOf, withTimeRange } from '../shared/time-range.js';
import { timeZoneLabel } from '../shared/time-zone.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { Frame } from './frame.js';
import { paths } from './paths.js';

const { path } = paths.audit;
const kinds = ['OPERATOR', 'ACCOUNT', 'MIRROR_CLIENT', 'ANONYMOUS', 'SYSTEM'] as const;
const fields = [
  { name: 'actor', label: 'Actor', placeholder: 'Name or ID' },
  { name: 'kind', label: 'Actor kind', options: optionsOf(kinds) },
  { name: 'action', label: 'Action', placeholder: 'revoke.token' },
  { name: 'object', label: 'Object', placeholder: 'zone:com' },
  { name: 'tenant', label: 'Tenant' },
  { name: 'within', label: 'Time range', options: rangeOptions },
];

/** The audit log: changes by people and tokens, each with the interface through which it was made. */
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
      <SelectedRange search={search} />
      <SearchedList
        query={list}
        listOf={({ auditEntries }) => auditEntries}
        fields={fields}
        columns={columns}
        keyOf={({ id }) => id}
        exported={{ path: 'api/audit/export', filter: filterOf(search) }}
        noun={['entry', 'entries']}
        advice="Each change adds an entry."
      />
    </Frame>
  );
}

function filterOf(search: URLSearchParams) {
  const range = relativeRangeOf(search.get('within'));
  return {
    actor: search.get('actor') || undefined,
    actorKind: choiceOf(search, 'kind', kinds),
    action: search.get('action') || undefined,
    object: search.get('object') || undefined,
    tenantId: search.get('tenant') || undefined,
    since: range === undefined ? parseInstant(search.get('from')) : secondsAgo(range.seconds),
    until: range === undefined ? parseInstant(search.get('to')) : undefined,
  };
}

/** The time range that was selected on another page, with a link that removes it. */
function SelectedRange({ search }: { readonly search: URLSearchParams }) {
  const [from, to] = [parseInstant(search.get('from')), parseInstant(search.get('to'))];
  if (search.has('within') || (from === undefined && to === undefined)) {
    return null;
  }
  return (
    <p className="hint">
      {from !== undefined && `From ${formatMinute(from)} ${timeZoneLabel} `}
      {to !== undefined && `${from === undefined ? 'Until' : 'to'} ${formatMinute(to)} ${timeZoneLabel} `}
      <a href={hrefOf(path, withTimeRange(search, {}))}>Any time</a>
    </p>
  );
}

type Row = NonNullable<AuditEntryListQuery['auditEntries']>['nodes'][number];

/** Maximum number of changed objects that a row names; the others are only counted. */
const maxShownObjects = 2;

const columns: readonly Column<Row>[] = [
  timeColumn('Time', ({ at }) => at, { secondLine: ({ sequence }) => `no. ${formatNumber(sequence)}` }),
  {
    title: 'Actor',
    className: 'cell-breaks',
    cell: ({ actor }) => actor.name ?? (actor.id === null ? formatEnum(actor.kind) : <ShortenedId id={actor.id} />),
    // Several actors can have the same name.
    secondLine: ({ actor, via, sourceAddress }) => (
      <>
        {actor.name !== null && actor.id !== null && actor.id !== actor.name && (
          <>
            <ShortenedId id={actor.id} />,{' '}
          </>
        )}
        {[formatEnum(actor.kind), viaNames[via], sourceAddress].filter((part) => part !== null).join(', ')}
      </>
    ),
  },
  { title: 'Action', isMain: true, cell: ({ action }) => <code>{action}</code> },
  {
    title: 'Objects',
    className: 'cell-breaks',
    cell: ({ objects }) => (
      <>
        {objects.slice(0, maxShownObjects).map((object, index) => (
          <Fragment key={object}>
            {index > 0 && ', '}
            <ShortenedId id={object} />
          </Fragment>
        ))}
        {objects.length > maxShownObjects && ` and ${formatNumber(objects.length - maxShownObjects)} more`}
      </>
    ),
    secondLine: ({ tenantId }) => tenantId,
  },
  { title: 'Change', cell: (row) => <Change {...row} /> },
];

const viaNames = { REST: 'REST', GRAPHQL: 'GraphQL', COMMAND_LINE: 'command line', JOB: 'job' } as const;

/** The state of the objects before and after a change, shown on request. */
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
