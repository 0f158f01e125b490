import { drivePath, hrefOfFiles } from '../drive/paths.js';
import { ServiceOverviewDocument, type ServiceOverviewQuery } from '../generated/operations.js';
import { controllersPath } from '../licenses/paths.js';
import { formatEnum, formatNumber, formatRelativeTime } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { secondsAgo } from '../shared/rounded-time.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { type Tile, Tiles } from './tiles.js';

const daySeconds = 86_400;

/** The state of licenses and of the document site, for people who may read them. */
export function ServicesOverview(readable: { readonly licenses: boolean; readonly drive: boolean }) {
  const query = useGraphQuery({
    document: ServiceOverviewDocument,
    variables: { ...readable, silentSince: secondsAgo(daySeconds) },
  });
  return (
    <section className="overview-part">
      <h2>Services</h2>
      <QueryPanel query={query} dataName="services">
        {(data) => <Tiles label="Services" tiles={[...licenseTiles(data), ...driveTiles(data)]} />}
      </QueryPanel>
    </section>
  );
}

function licenseTiles({ license, controllers, silent }: ServiceOverviewQuery): Tile[] {
  if (!license || !controllers || !silent) {
    return [];
  }
  const { state, cap, seatsUsed } = license;
  const href = hrefOf(controllersPath);
  const silentHref = hrefOf(controllersPath, { silent: '24h' });
  return [
    {
      label: cap === null ? 'Seats used' : `of ${formatNumber(cap)} seats used`,
      value: formatNumber(seatsUsed),
      href,
      isUrgent: cap !== null && seatsUsed >= cap,
    },
    ...(state === 'VALID' ? [] : [{ label: 'License', value: formatEnum(state), href, isUrgent: true }]),
    {
      label: `of ${formatNumber(controllers.totalCount)} controllers without a check-in for a day`,
      value: formatNumber(silent.totalCount),
      href: silentHref,
      isUrgent: silent.totalCount > 0,
    },
  ];
}

function driveTiles({ driveStatus }: ServiceOverviewQuery): Tile[] {
  if (!driveStatus) {
    return [];
  }
  const { isConnected, lastSyncAt, counts, reason, circuit } = driveStatus;
  const href = hrefOf(drivePath);
  return [
    {
      label:
        lastSyncAt === null ? 'Drive, never synchronized' : `Drive, synchronized ${formatRelativeTime(lastSyncAt)}`,
      value: isConnected ? 'Connected' : 'Not connected',
      href,
      isUrgent: (isConnected && reason !== null) || circuit.isOpen,
    },
    {
      label: 'Failed downloads',
      value: formatNumber(counts.failedDownloads),
      href: hrefOfFiles('FAILED'),
      isUrgent: counts.failedDownloads > 0,
    },
  ];
}
