import { CreateDriveArchiveDocument, DriveTreeTotalsDocument } from '../generated/operations.js';
import { Button } from '../shared/button.js';
import { formatBytes, formatCount } from '../shared/format.js';
import { hrefOf, relativeUrl } from '../shared/location.js';
import { MutationResult } from '../shared/mutation-result.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';
import { treePath } from './paths.js';

interface TreeSite {
  readonly siteId: string;
  readonly hostname: string;
  readonly path: string;
}

interface TreeSummaryProps {
  readonly site: TreeSite;
  /** Number of the last change that is included. */
  readonly change: number;
}

/** The number of files of a site after a change, and a download of these files as an archive. */
export function TreeSummary({ site, change }: TreeSummaryProps) {
  const { siteId } = site;
  const totals = useGraphQuery({ document: DriveTreeTotalsDocument, variables: { siteId, change } });
  return (
    <QueryPanel query={totals} dataName="the earlier state">
      {({ driveSite }) => {
        const { tree } = driveSite;
        if (tree === null) {
          return <p>The site had no files at that time.</p>;
        }
        return (
          <>
            <TreeDownload site={site} tree={{ ...tree, change, folder: '/' }} />
            <p>
              <a href={hrefOf(treePath, { site: siteId, change: String(change) })}>Files at this time</a>
            </p>
          </>
        );
      }}
    </QueryPanel>
  );
}

interface TreeDownloadProps {
  readonly site: TreeSite;
  readonly tree: {
    readonly change: number | string;
    readonly folder: string;
    readonly files: number;
    readonly folders: number;
    readonly bytes: number | string;
    readonly missingFiles: number;
  };
}

/** The number of files in a folder of a tree, and instructions for restoring it. */
export function TreeDownload({ site, tree }: TreeDownloadProps) {
  const { hostname, path } = site;
  const mayRestore = usePermissions().includes('drive.restore');
  return (
    <>
      <p>
        {formatCount(tree.files, 'file')} in {formatCount(tree.folders, 'folder')}, {formatBytes(Number(tree.bytes))}
        {tree.missingFiles > 0 && `; ${formatCount(tree.missingFiles, 'file')} without stored content`}.
      </p>
      {mayRestore && <ArchiveButton siteId={site.siteId} change={Number(tree.change)} folder={tree.folder} />}
      <p className="hint">
        To restore into a directory, run:{' '}
        <code>
          rampart drive restore {hostname}
          {path} --change {tree.change} {tree.folder !== '/' && `--folder ${quoted(tree.folder)} `}--into DIRECTORY
        </code>
      </p>
    </>
  );
}

/** Quotes an argument for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

interface ArchiveButtonProps {
  readonly siteId: string;
  readonly change: number;
  readonly folder: string;
}

/** Creates an archive. Its link remains after later changes, of which a new archive can be created. */
function ArchiveButton(input: ArchiveButtonProps) {
  const { run, busy, data, failure } = useMutation(CreateDriveArchiveDocument);
  const archive = data?.createDriveArchive;
  return (
    <>
      {Number(archive?.tree.change) !== input.change && (
        <Button disabled={busy} onClick={() => void run({ input })}>
          Create archive
        </Button>
      )}
      {archive !== undefined && (
        <p role="status">
          <a href={relativeUrl(archive.link)} download={archive.fileName}>
            Download {archive.fileName}
          </a>{' '}
          (the link is valid for at most one hour)
        </p>
      )}
      {failure !== undefined && <MutationResult failure={failure} />}
    </>
  );
}
