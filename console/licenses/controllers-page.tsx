import { ControllerListDocument, type ControllerListQuery } from '../generated/operations.js';
import type { Column } from '../shared/data-table.js';
import { formatAge, formatTime, timeTitle } from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, PagedList, pageVariables } from '../shared/paged-list.js';
import { QueryPanel } from '../shared/query-panel.js';
import { secondsAgo } from '../shared/rounded-time.js';
import { SearchForm } from '../shared/search-form.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { DocumentsPanel } from './documents-panel.js';
import { LicenseCharts } from './license-charts.js';
import { LicensePanel } from './license-panel.js';
import { controllersPath } from './paths.js';
import { RejectionTable } from './rejection-table.js';
import { useLiveLicense } from './use-live-license.js';

/** Seconds without a check-in, by the value in the address. */
const silences = { '1h': 3600, '24h': 86_400, '7d': 604_800 } as const;
const silenceNames = ['1h', '24h', '7d'] as const;

const fields = [
  { name: 'host', label: 'Hostname contains' },
  { name: 'department', label: 'Department' },
  { name: 'label', label: 'Label' },
  { name: 'version', label: 'Version' },
  {
    name: 'silent',
    label: 'Last check-in',
    options: [
      ['1h', 'More than an hour ago'],
      ['24h', 'More than a day ago'],
      ['7d', 'More than 7 days ago'],
    ],
  },
] as const;

/** The license, its controllers, and the check-ins that were rejected. */
export function ControllersPage() {
  const { search } = useLocation();
  useLiveLicense();
  const list = useGraphQuery({
    document: ControllerListDocument,
    variables: { filter: filterOf(search), ...pageVariables(search) },
  });
  return (
    <div className="page">
      <h1>Controllers</h1>
      <LicensePanel />
      <DocumentsPanel />
      <LicenseCharts path={controllersPath} search={search} />
      <h2>Registered controllers</h2>
      <SearchForm path={controllersPath} search={search} fields={fields} />
      <QueryPanel query={list} what="controllers">
        {({ controllers }) => (
          <PagedList
            path={controllersPath}
            search={search}
            columns={columns}
            list={controllers}
            stale={list.loading}
            keyOf={({ guid }) => guid}
            exported={{ path: 'api/controllers/export', filter: filterOf(search) }}
            noun={['controller', 'controllers']}
            advice="A controller is listed after its first check-in with a valid license."
          />
        )}
      </QueryPanel>
      <RejectionTable />
    </div>
  );
}

function filterOf(search: URLSearchParams) {
  const listOf = (name: string) => (search.get(name) ? [search.get(name) ?? ''] : undefined);
  const silent = choiceOf(search, 'silent', silenceNames);
  return {
    hostname: search.get('host') || undefined,
    department: listOf('department'),
    label: listOf('label'),
    version: listOf('version'),
    silentSince: silent === undefined ? undefined : secondsAgo(silences[silent]),
  };
}

const columns: readonly Column<NonNullable<ControllerListQuery['controllers']>['nodes'][number]>[] = [
  {
    title: 'Controller',
    className: 'controller',
    cell: ({ hostname, lastHostname, guid, isBlacklisted }) => (
      <>
        <HostName name={lastHostname} />
        <span className="row-second">{guid}</span>
        {hostname !== lastHostname && <span className="row-second">registered as {hostname}</span>}
        {isBlacklisted && <strong className="row-second">Blacklisted</strong>}
      </>
    ),
  },
  {
    title: 'Department',
    cell: ({ department, label }) => (
      <>
        {department ?? 'None'}
        <span className="row-second">{label}</span>
      </>
    ),
  },
  {
    title: 'Version',
    cell: ({ version, os }) => (
      <>
        {version}
        <span className="row-second">{os}</span>
      </>
    ),
  },
  {
    title: timeTitle('Last check-in'),
    className: 'row-time',
    cell: ({ lastContact, lastIpAddr }) => (
      <>
        {formatTime(lastContact)}
        <span className="row-second">
          {formatAge(lastContact)}
          {lastIpAddr !== null && `, from ${lastIpAddr}`}
        </span>
      </>
    ),
  },
  {
    title: timeTitle('Seat expires'),
    className: 'row-time',
    cell: ({ leaseExpiresAt, machineFileExpiresAt }) => (
      <>
        {leaseExpiresAt === null ? 'Never' : formatTime(leaseExpiresAt)}
        {machineFileExpiresAt !== null && (
          <span className="row-second">machine file expires {formatTime(machineFileExpiresAt)}</span>
        )}
      </>
    ),
  },
  { title: timeTitle('Registered'), className: 'row-time', cell: ({ registeredAt }) => formatTime(registeredAt) },
];
