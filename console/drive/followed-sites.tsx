import { useState } from 'react';
import {
  DriveFollowedSitesDocument,
  PauseDriveSiteDocument,
  RemoveDriveSiteDocument,
  ResumeDriveSiteDocument,
  SyncDriveSiteDocument,
} from '../generated/operations.js';
import { ActionButton } from '../shared/action-button.js';
import { Button } from '../shared/button.js';
import { type Column, DataTable, numberColumn, timeColumn } from '../shared/data-table.js';
import { DialogButton } from '../shared/dialog.js';
import { CheckboxField } from '../shared/fields.js';
import { formatCount, formatNumber, formatTime } from '../shared/format.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import type { FileState } from './drive-files.js';
import { hrefOfFiles } from './paths.js';
import type { FollowedSite } from './site-draft.js';
import { SiteForm } from './site-form.js';

/** Maximum number of sites that an instance follows. */
const maxSites = 100;

/** The followed sites with their state. Administrators can also add, change and remove sites. */
export function FollowedSites() {
  const list = useGraphQuery({ document: DriveFollowedSitesDocument, variables: { first: maxSites } });
  const permissions = usePermissions();
  const [isAdding, setIsAdding] = useState(false);
  const [subscriptionError, setSubscriptionError] = useState<string | null>(null);
  return (
    <section aria-labelledby="followed-sites-title">
      <h2 id="followed-sites-title">Followed sites</h2>
      {permissions.includes('drive.connect') && (
        <p>
          <Button onClick={() => setIsAdding(true)}>Add site</Button>
        </p>
      )}
      {isAdding && <SiteForm onClose={() => setIsAdding(false)} onAdded={setSubscriptionError} />}
      {subscriptionError !== null && (
        <p className="notice" role="status">
          The site was added, but has no subscription yet; the server retries the subscription: {subscriptionError}
        </p>
      )}
      <QueryPanel query={list} dataName="the followed sites">
        {({ driveFollowedSites: { nodes } }) => (
          <DataTable
            columns={columns}
            rows={nodes}
            keyOf={({ id }) => id}
            stale={list.loading}
            exported={{ path: 'api/drive-followed-sites/export' }}
            none="No followed sites yet."
          />
        )}
      </QueryPanel>
    </section>
  );
}

function nameOf({ hostname, path, library }: FollowedSite): string {
  return `${hostname}${path}${library === null ? '' : `: ${library}`}`;
}

function stateOf({ isPaused, status }: FollowedSite): string {
  if (!status.isConnected) {
    return 'Not connected';
  }
  if (isPaused) {
    return 'Paused';
  }
  return status.circuit.failures === 0 ? 'Connected' : `Failing (${formatNumber(status.circuit.failures)})`;
}

function State({ site }: { readonly site: FollowedSite }) {
  const { circuit, lastError, reason } = site.status;
  const isPaused = site.isPaused && site.status.isConnected;
  const cause = circuit.failures > 0 ? lastError : isPaused ? null : reason;
  return (
    <>
      {stateOf(site)}
      {circuit.state === 'OPEN' && circuit.openUntil !== null && (
        <span className="row-second">Requests are paused until {formatTime(circuit.openUntil)}</span>
      )}
      {cause !== null && <span className="row-second">{cause}</span>}
    </>
  );
}

function filterText({ filter }: FollowedSite): string {
  if (filter === null) {
    return 'All files';
  }
  const { folders, excludedFolders, names, excludedNames, maxBytes } = filter;
  const without = (list: readonly string[]) => list.map((entry) => `not ${entry}`);
  const size = maxBytes === null ? [] : [`up to ${formatNumber(Number(maxBytes))} bytes`];
  return [...folders, ...without(excludedFolders), ...names, ...without(excludedNames), ...size].join(', ');
}

interface CountOfFilesProps {
  readonly site: FollowedSite['site'];
  readonly state: Extract<FileState, 'EXCLUDED' | 'MALWARE'>;
  readonly count: number;
}

/** A count of files, with a link to the list of these files. */
function CountOfFiles({ site, state, count }: CountOfFilesProps) {
  if (site === null || count === 0) {
    return formatNumber(count);
  }
  const label =
    state === 'EXCLUDED' ? formatCount(count, 'excluded file') : `${formatCount(count, 'file')} with malware`;
  return (
    <a href={hrefOfFiles(state, site.siteId)} aria-label={label}>
      {formatNumber(count)}
    </a>
  );
}

function Actions({ site }: { readonly site: FollowedSite }) {
  const permissions = usePermissions();
  const commonProps = { subject: nameOf(site), variables: { input: { id: site.id } } };
  const mayChange = permissions.includes('drive.connect');
  return (
    <div className="row-actions">
      {permissions.includes('drive.sync') && !site.isPaused && site.status.isConnected && (
        <ActionButton
          {...commonProps}
          label="Synchronize"
          document={SyncDriveSiteDocument}
          consequence="The server checks the site for changes now."
        />
      )}
      {mayChange && (
        <>
          <DialogButton label="Edit" subject={commonProps.subject} size="small">
            {(onClose) => <SiteForm site={site} onClose={onClose} />}
          </DialogButton>
          {site.isPaused ? (
            <ActionButton
              {...commonProps}
              label="Resume"
              document={ResumeDriveSiteDocument}
              consequence="Requests are sent to the site again, and it is synchronized now."
            />
          ) : (
            <ActionButton
              {...commonProps}
              label="Pause"
              document={PauseDriveSiteDocument}
              consequence="No requests are sent to the site until it is resumed."
            />
          )}
          {!site.isOfSettings && <RemoveButton site={site} />}
        </>
      )}
    </div>
  );
}

function RemoveButton({ site }: { readonly site: FollowedSite }) {
  const [keepFiles, setKeepFiles] = useState(true);
  return (
    <ActionButton
      label="Remove"
      subject={nameOf(site)}
      document={RemoveDriveSiteDocument}
      variables={{ input: { id: site.id, keepFiles } }}
      consequence="The subscription of the site ends. If its local copy is not kept, all items that are not linked to alerts are deleted."
      isDestructive
    >
      <CheckboxField label="Keep the local copy of all files" checked={keepFiles} onChange={setKeepFiles} />
    </ActionButton>
  );
}

const columns: readonly Column<FollowedSite>[] = [
  { title: 'Site', className: 'cell-breaks', cell: nameOf },
  { title: 'State', cell: (site) => <State site={site} /> },
  { title: 'Filter', className: 'cell-breaks', cell: filterText },
  numberColumn('Files', ({ status }) => status.counts.files),
  numberColumn('Stored', ({ status }) => status.counts.storedFiles),
  {
    title: 'Excluded',
    className: 'table-number',
    cell: ({ site, status }) => <CountOfFiles site={site} state="EXCLUDED" count={status.counts.excludedFiles} />,
  },
  {
    title: 'Malware',
    className: 'table-number',
    cell: ({ site, status }) => <CountOfFiles site={site} state="MALWARE" count={status.counts.malwareFiles} />,
  },
  timeColumn('Last sync', ({ status }) => status.lastSyncAt, { absent: 'Never' }),
  { title: 'Actions', cell: (site) => <Actions site={site} /> },
];
