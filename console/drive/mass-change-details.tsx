import { emptyFilter } from '../alerts/filter.js';
import { hrefOfAlert } from '../alerts/list-location.js';
import { DriveMassChangeDocument } from '../generated/operations.js';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import { formatEnum, formatNumber, formatTime, formatTimeInZone, timeTitle } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { PagedList, pageVariables } from '../shared/paged-list.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import type { MassChange } from './mass-change.js';
import { MassChangeActions } from './mass-change-actions.js';
import { massChangesPath } from './paths.js';
import { TreeSummary } from './tree-summary.js';

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
          <TreeSummary site={site} change={restoreChange} />
        </>
      )}
      <h2>Files</h2>
      <DescriptionList>
        {effects.map(({ effect, count }) => (
          <DescriptionItem key={effect} name={formatEnum(effect)}>
            {formatNumber(count)}
          </DescriptionItem>
        ))}
      </DescriptionList>
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
    <DescriptionList>
      <DescriptionItem name="State">
        {formatEnum(state)}
        {changedAt !== null && ` by ${changedBy}, ${formatTimeInZone(changedAt)}`}
      </DescriptionItem>
      <DescriptionItem name="Site">{site === null ? 'Removed' : `${site.hostname}${site.path}`}</DescriptionItem>
      <DescriptionItem name={timeTitle('Began')}>{formatTime(beganAt)}</DescriptionItem>
      <DescriptionItem name={timeTitle('Detected')}>{formatTime(noticedAt)}</DescriptionItem>
      <DescriptionItem name={timeTitle('Files last added')}>{formatTime(grownAt)}</DescriptionItem>
      <DescriptionItem name="Files of the site before the mass change">{formatNumber(knownFiles)}</DescriptionItem>
      {knownAlerts.length > 0 && (
        <DescriptionItem name="Alert">
          {knownAlerts.map((alert) => (
            <a key={alert.id} href={hrefOfAlert(emptyFilter, alert.id)}>
              {alert.tenantId}
            </a>
          ))}
        </DescriptionItem>
      )}
      {notes !== '' && <DescriptionItem name="Notes">{notes}</DescriptionItem>}
    </DescriptionList>
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
