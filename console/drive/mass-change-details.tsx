import { emptyFilter } from '../alerts/filter.js';
import { hrefOfAlert } from '../alerts/list-location.js';
import { DriveMassChangeDocument } from '../generated/operations.js';
import { Fact, Facts } from '../shared/facts.js';
import { formatEnum, formatNumber, formatTime, formatTimeInZone, timeTitle } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { PagedList, pageVariables } from '../shared/paged-list.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import type { MassChange } from './mass-change.js';
import { MassChangeActions } from './mass-change-actions.js';
import { massChangesPath } from './paths.js';
import { TreeRestore } from './tree-restore.js';

interface MassChangeDetailsProps {
  readonly id: string;
  readonly search: URLSearchParams;
}

/** A mass change: the reasons for its detection, its files, its decisions, and the state of the site before it. */
export function MassChangeDetails({ id, search }: MassChangeDetailsProps) {
  const query = useGraphQuery({ document: DriveMassChangeDocument, variables: { id, ...pageVariables(search) } });
  return (
    <>
      <p>
        <a href={hrefOf(massChangesPath)}>All mass changes</a>
      </p>
      <QueryPanel query={query} dataName="the mass change">
        {({ driveMassChange }) => <Found massChange={driveMassChange} stale={query.loading} />}
      </QueryPanel>
    </>
  );
}

interface FoundProps {
  readonly massChange: MassChange;
  readonly stale: boolean;
}

function Found({ massChange, stale }: FoundProps) {
  const { id, kind, reasons, effects, files, site, restoreChange } = massChange;
  const permissions = usePermissions();
  return (
    <>
      <h1>
        {formatEnum(kind)} {id}
      </h1>
      <MassChangeFacts massChange={massChange} />
      {permissions.includes('drive.guard') && <MassChangeActions massChange={massChange} />}
      <h2>Reasons for the detection</h2>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {site !== null && (
        <>
          <h2>Files before the mass change</h2>
          <TreeRestore site={site} change={restoreChange} />
        </>
      )}
      <h2>Files</h2>
      <Facts>
        {effects.map(({ effect, count }) => (
          <Fact key={effect} name={formatEnum(effect)}>
            {formatNumber(count)}
          </Fact>
        ))}
      </Facts>
      <PagedList
        {...{ list: files, stale, columns }}
        keyOf={({ change, item }) => `${change} ${item?.itemId}`}
        noun={['file', 'files']}
        advice="The mass change has no files."
      />
    </>
  );
}

function MassChangeFacts({ massChange }: { readonly massChange: MassChange }) {
  const { state, site, knownFiles, beganAt, noticedAt, grownAt, changedAt, changedBy, notes, alerts } = massChange;
  const knownAlerts = alerts.filter((alert) => alert !== null);
  return (
    <Facts>
      <Fact name="State">
        {formatEnum(state)}
        {changedAt !== null && ` by ${changedBy}, ${formatTimeInZone(changedAt)}`}
      </Fact>
      <Fact name="Site">{site === null ? 'Removed' : `${site.hostname}${site.path}`}</Fact>
      <Fact name={timeTitle('Began')}>{formatTime(beganAt)}</Fact>
      <Fact name={timeTitle('Detected')}>{formatTime(noticedAt)}</Fact>
      <Fact name={timeTitle('Files last added')}>{formatTime(grownAt)}</Fact>
      <Fact name="Files of the site before the mass change">{formatNumber(knownFiles)}</Fact>
      {knownAlerts.length > 0 && (
        <Fact name="Alert">
          {knownAlerts.map((alert) => (
            <a key={alert.id} href={hrefOfAlert(emptyFilter, alert.id)}>
              {alert.tenantId}
            </a>
          ))}
        </Fact>
      )}
      {notes !== '' && <Fact name="Notes">{notes}</Fact>}
    </Facts>
  );
}

type AffectedFile = MassChange['files']['nodes'][number];

const columns = [
  { title: 'Effect', cell: ({ effect }: AffectedFile) => formatEnum(effect) },
  {
    title: 'File',
    className: 'cell-breaks',
    cell: ({ item }: AffectedFile) => item?.path ?? item?.name ?? 'Removed from the local copy',
    secondLine: ({ item, previousName }: AffectedFile) =>
      previousName !== null && previousName !== item?.name && `was ${previousName}`,
  },
  { title: 'Change', className: 'table-number', cell: ({ change }: AffectedFile) => String(change) },
];
