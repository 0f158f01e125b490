import { UsageLogDocument, type UsageLogQuery } from '../generated/operations.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import { formatCount, formatEnum, formatNumber, formatTime, timeTitle } from '../shared/format.js';
import { useLocation } from '../shared/location.js';
import { PagedList, pageVariables } from '../shared/paged-list.js';
import { QueryPanel } from '../shared/query-panel.js';
import { SearchForm } from '../shared/search-form.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { canVerify, type TreeHead, VerifyEntry, VerifyTreeHead } from './usage-verification.js';

const fields = [{ name: 'guid', label: 'GUID of a controller' }] as const;

/** The log of seats, machine files and check-ins: its head and its entries, which can be verified. */
export function UsagePage() {
  const { search } = useLocation();
  const filter = { guid: search.get('guid') || undefined };
  const log = useGraphQuery({ document: UsageLogDocument, variables: { ...pageVariables(search), ...filter } });
  return (
    <div className="page">
      <h1>Usage log</h1>
      <p className="hint">
        Registrations and removals of controllers, machine files, and the check-ins of each day are entries of an
        append-only log (RFC 6962). A vendor who stores one signed tree head can verify every later log.
      </p>
      {!canVerify() && (
        <p className="notice" role="status">
          Browsers can verify entries only on pages served over HTTPS or from localhost. Use{' '}
          <code>rampart usage verify</code> instead.
        </p>
      )}
      <QueryPanel query={log} dataName="the usage log">
        {({ usageLog }) => (
          <>
            <LogHead log={usageLog} />
            <SearchForm fields={fields} />
            <PagedList
              columns={columnsOf(usageLog)}
              list={usageLog.entries}
              stale={log.loading}
              keyOf={({ position }) => String(position)}
              exported={{ path: 'api/usage-log/export', filter }}
              noun={['entry', 'entries']}
              advice="An entry is added within a minute after a controller is registered, loses its seat or is issued a machine file, and an hour after the end of a day (UTC) with check-ins."
            />
          </>
        )}
      </QueryPanel>
    </div>
  );
}

type Log = NonNullable<UsageLogQuery['usageLog']>;

function LogHead({ log: { size, root, at, signedHead } }: { readonly log: Log }) {
  return (
    <section className="license-panel" aria-label="Tree head">
      <DescriptionList>
        <DescriptionItem name="Entries">{formatNumber(size)}</DescriptionItem>
        <DescriptionItem name={timeTitle('Last append')}>{at === null ? 'Never' : formatTime(at)}</DescriptionItem>
        <DescriptionItem name="Root (SHA-256)">
          <code className="usage-hash">{root}</code>
        </DescriptionItem>
        <DescriptionItem name="Signed tree head">
          {signedHead === null ? (
            <span className="hint">
              not available: <code>[licenses] signing_key_file</code> is not set
            </span>
          ) : (
            <>
              <a href={hrefOfText(signedHead.text)} download="head.json">
                head.json
              </a>
              ,{' '}
              <a href={`data:application/octet-stream;base64,${signedHead.signature}`} download="head.json.sig">
                head.json.sig
              </a>
            </>
          )}
        </DescriptionItem>
      </DescriptionList>
      {canVerify() && size > 0 && <VerifyTreeHead head={{ size, root }} />}
    </section>
  );
}

function hrefOfText(text: string): string {
  return `data:application/json;charset=utf-8,${encodeURIComponent(text)}`;
}

function columnsOf(head: TreeHead): readonly Column<Log['entries']['nodes'][number]>[] {
  return [
    { title: 'Position', className: 'table-number', cell: ({ position }) => position },
    timeColumn('Time', ({ at }) => at),
    { title: 'Change', cell: ({ change }) => formatEnum(change) },
    {
      title: timeTitle('Machine file expires'),
      className: 'row-time',
      cell: ({ expiresAt }) => expiresAt !== null && formatTime(expiresAt),
    },
    {
      title: 'Controller',
      isMain: true,
      className: 'row-endpoint',
      cell: ({ guid, controller, checkIns }) =>
        checkIns === null ? (
          <>
            {controller?.lastHostname ?? 'Not currently registered'}
            <span className="row-second">{guid}</span>
          </>
        ) : (
          <>
            {formatCount(checkIns.controllers, 'controller')}
            <span className="row-second">
              {formatCount(checkIns.count, 'check-in')} on {checkIns.day.slice(0, 10)} (UTC)
            </span>
          </>
        ),
    },
    {
      title: 'Proof',
      cell: ({ position, text }) =>
        canVerify() && <VerifyEntry key={head.root} entry={{ position, text }} head={head} />,
    },
  ];
}
