import { DriveStateDocument, type DriveStateQuery, DriveSyncedDocument } from '../generated/operations.js';
import { DescriptionItem, DescriptionList } from '../shared/description-list.js';
import {
  formatBytes,
  formatCount,
  formatEnum,
  formatNumber,
  formatRelativeTime,
  formatTime,
  formatTimeInZone,
  timeTitle,
} from '../shared/format.js';
import { hrefOf, useLocation } from '../shared/location.js';
import { QueryPanel } from '../shared/query-panel.js';
import { EmptyPanel } from '../shared/states.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useLiveRefresh } from '../shared/use-live-refresh.js';
import { DriveChanges } from './drive-changes.js';
import { DriveFiles } from './drive-files.js';
import { FollowedSites } from './followed-sites.js';
import { drivePath, hrefOfFiles, massChangesPath, treePath } from './paths.js';
import { SubscriptionFacts } from './subscription-facts.js';
import { SyncRuns } from './sync-runs.js';

const endedSyncs = { document: DriveSyncedDocument, variables: {} };

/** The document sites: connections, the subscription of the site in the settings, files, recent syncs and changes. */
export function DrivePage() {
  const state = useGraphQuery({ document: DriveStateDocument, variables: {} });
  useLiveRefresh(endedSyncs);
  return (
    <div className="page">
      <h1>Drive</h1>
      <QueryPanel query={state} dataName="the document site">
        {({ driveStatus, driveFollowedSites, driveMassChanges, driveSites }) => (
          <>
            <MassChanges open={driveMassChanges.totalCount} />
            <Connection status={driveStatus} />
            <FollowedSites />
            {driveSites.length === 0 && (
              <EmptyPanel title="No document site yet">
                <p>
                  Set the connection in the section [drive] of the settings. Then an administrator can add a site above,
                  or connect the site of the settings with <code>rampart drive connect</code>.
                </p>
              </EmptyPanel>
            )}
            <Sites sites={driveSites} first={driveFollowedSites.nodes[0]?.site?.siteId} />
            <SubscriptionFacts {...driveStatus} />
          </>
        )}
      </QueryPanel>
    </div>
  );
}

function MassChanges({ open }: { readonly open: number }) {
  if (open === 0) {
    return null;
  }
  return (
    <p className="notice notice-bad" role="status">
      Changes look like encryption or deletion:{' '}
      <a href={hrefOf(massChangesPath, { state: 'OPEN' })}>{formatCount(open, 'open mass change')}</a>.
    </p>
  );
}

type Site = NonNullable<DriveStateQuery['driveSites']>[number];

interface SitesProps {
  readonly sites: readonly Site[];
  /** Id of the site that is shown if the URL has none. */
  readonly first: string | undefined;
}

/** The site that the URL names, with links to the other sites, including those that are no longer followed. */
function Sites({ sites, first }: SitesProps) {
  const { search } = useLocation();
  const byId = (id: string | undefined) => sites.find(({ siteId }) => siteId === id);
  const siteParameter = search.get('site');
  if (siteParameter !== null && byId(siteParameter) === undefined) return <SiteNotFound />;
  const site = byId(siteParameter ?? first) ?? sites[0];
  if (site === undefined) {
    return null;
  }
  return (
    <>
      {sites.length > 1 && <SiteTabs sites={sites} selected={site.siteId} />}
      <SelectedSite site={site} />
    </>
  );
}

function SiteNotFound() {
  return (
    <EmptyPanel title="Site not found">
      <p>
        No site has the id in this URL; the site may have been removed. <a href={hrefOf(drivePath)}>All sites</a>
      </p>
    </EmptyPanel>
  );
}

function SiteTabs({ sites, selected }: { readonly sites: readonly Site[]; readonly selected: string }) {
  return (
    <nav className="tabs" aria-label="Sites">
      {sites.map(({ siteId, name }) => (
        <a
          key={siteId}
          href={hrefOf(drivePath, { site: siteId })}
          aria-current={siteId === selected ? 'page' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function SelectedSite({ site }: { readonly site: Site }) {
  const { siteId, name, hostname, path } = site;
  return (
    <section key={siteId} aria-label={name}>
      <h2>{name}</h2>
      <p className="hint">
        {hostname}
        {path}
      </p>
      <p>
        <a href={hrefOf(treePath, { site: siteId })}>Browse history</a>
      </p>
      <DriveFiles siteId={siteId} />
      <SyncRuns siteId={siteId} />
      <DriveChanges siteId={siteId} />
    </section>
  );
}

type Status = NonNullable<DriveStateQuery['driveStatus']>;

function Connection({ status }: { readonly status: Status }) {
  const { isConnected, reason, counts, circuit, lastError, lastErrorAt, lastSyncAt, missingPermissions } = status;
  return (
    <>
      {!isConnected && (
        <p className="notice" role="status">
          Not connected. {reason}
        </p>
      )}
      {circuit.isOpen && (
        <p className="notice notice-bad" role="status">
          Requests to the configured site failed repeatedly; they are paused until{' '}
          {circuit.openUntil === null ? 'it responds' : formatTimeInZone(circuit.openUntil)}.
        </p>
      )}
      {missingPermissions.length > 0 && (
        <p className="notice notice-bad" role="status">
          Missing permissions: {missingPermissions.map(formatEnum).join(', ')}.
        </p>
      )}
      <DescriptionList>
        <DescriptionItem name={timeTitle('Last sync')}>
          {lastSyncAt === null ? 'Never' : `${formatTime(lastSyncAt)} (${formatRelativeTime(lastSyncAt)})`}
        </DescriptionItem>
        <DescriptionItem name="Stored">
          {formatNumber(counts.storedFiles)} of {formatCount(counts.files, 'file')},{' '}
          {formatBytes(Number(counts.storedBytes))}, in {formatCount(counts.folders, 'folder')}
        </DescriptionItem>
        <DescriptionItem name="Downloads">
          {formatNumber(counts.pendingDownloads)} pending,{' '}
          <a href={hrefOfFiles('FAILED')}>{formatNumber(counts.failedDownloads)} failed</a>,{' '}
          <a href={hrefOfFiles('MALWARE')}>{formatNumber(counts.malwareFiles)} with malware</a>
        </DescriptionItem>
        <DescriptionItem name="Last error">
          {lastError === null
            ? 'None'
            : `${lastError}${lastErrorAt === null ? '' : ` (${formatRelativeTime(lastErrorAt)})`}`}
        </DescriptionItem>
      </DescriptionList>
    </>
  );
}
