import {
  ControllerListDocument,
  type ControllerListQuery,
  LicenseChangesDocument,
  ReleaseControllerDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { type Column, timeColumn } from '../shared/data-table.js';
import { formatRelativeTime, formatTime } from '../shared/format.js';
import { HostName } from '../shared/host-name.js';
import { useLocation } from '../shared/location.js';
import { choiceOf, pageVariables, SearchedList } from '../shared/paged-list.js';
import { usePermissions } from '../shared/permissions.js';
import { secondsAgo } from '../shared/rounded-time.js';
import { serverTime } from '../shared/server-time.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useLiveRefresh } from '../shared/use-live-refresh.js';
import { DocumentsPanel } from './documents-panel.js';
import { LicenseCharts } from './license-charts.js';
import { LicensePanel } from './license-panel.js';
import { RejectionTable } from './rejection-table.js';
import { describeRelease } from './release.js';

/** The subscription that refreshes the page: seats are taken or released, or a document is replaced. */
const changes = { document: LicenseChangesDocument, variables: {} };

/** Seconds without a check-in, by the value in the URL. */
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
  const canRelease = usePermissions().includes('licenses.release');
  useLiveRefresh(changes);
  const list = useGraphQuery({
    document: ControllerListDocument,
    variables: { filter: filterOf(search), ...pageVariables(search) },
  });
  return (
    <div className="page">
      <h1>Controllers</h1>
      <LicensePanel />
      <DocumentsPanel />
      <LicenseCharts />
      <h2>Registered controllers</h2>
      <SearchedList
        query={list}
        listOf={({ controllers }) => controllers}
        fields={fields}
        columns={canRelease ? [...columns, release] : columns}
        keyOf={({ guid }) => guid}
        exported={{ path: 'api/controllers/export', filter: filterOf(search) }}
        noun={['controller', 'controllers']}
        advice="A controller is listed after its first accepted check-in."
      />
      <RejectionTable />
    </div>
  );
}

function filterOf(search: URLSearchParams) {
  const listOf = (name: string) => (search.get(name) ? [search.get(name) ?? ''] : undefined);
  const silence = choiceOf(search, 'silent', silenceNames);
  return {
    hostname: search.get('host') || undefined,
    department: listOf('department'),
    label: listOf('label'),
    version: listOf('version'),
    silentSince: silence === undefined ? undefined : secondsAgo(silences[silence]),
  };
}

type Row = NonNullable<ControllerListQuery['controllers']>['nodes'][number];

const columns: readonly Column<Row>[] = [
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
  { title: 'Department', cell: ({ department }) => department ?? 'None', secondLine: ({ label }) => label },
  { title: 'Version', cell: ({ version }) => version, secondLine: ({ os }) => os },
  timeColumn('Last check-in', ({ lastContact }) => lastContact, {
    secondLine: ({ lastContact, lastIpAddr }) =>
      `${formatRelativeTime(lastContact)}${lastIpAddr === null ? '' : `, from ${lastIpAddr}`}`,
  }),
  timeColumn('Seat expires', ({ leaseExpiresAt }) => leaseExpiresAt, {
    absent: 'Never',
    secondLine: ({ machineFileExpiresAt }) =>
      machineFileExpiresAt !== null && `machine file expires ${formatTime(machineFileExpiresAt)}`,
  }),
  timeColumn('Registered', ({ registeredAt }) => registeredAt),
];

const release: Column<Row> = {
  title: 'Actions',
  cell: (controller) => (
    <ActionButton
      label="Release"
      subject={controller.lastHostname}
      document={ReleaseControllerDocument}
      variables={{ guid: controller.guid }}
      consequence={describeRelease(controller, serverTime(Date.now()))}
      isDestructive
    />
  ),
};
