import { CreateDriveArchiveDocument, DriveTreeTotalsDocument } from '../generated/operations.js';
import { countOf, formatBytes } from '../shared/format.js';
import { MutationResult } from '../shared/mutation-result.js';
import { usePermissions } from '../shared/permissions.js';
import { QueryPanel } from '../shared/query-panel.js';
import { useGraphQuery } from '../shared/use-graph-query.js';
import { useMutation } from '../shared/use-mutation.js';

interface TreeRestoreProps {
  readonly site: { readonly siteId: string; readonly hostname: string; readonly path: string };
  /** Number of the last change that is included. */
  readonly change: number;
}

/** What a site had after a change, and its download as an archive. */
export function TreeRestore({ site, change }: TreeRestoreProps) {
  const { siteId, hostname, path } = site;
  const totals = useGraphQuery({ document: DriveTreeTotalsDocument, variables: { siteId, change } });
  const mayRestore = usePermissions().includes('drive.restore');
  return (
    <QueryPanel query={totals} what="the earlier state">
      {({ driveSite }) => {
        const tree = driveSite?.tree;
        if (tree == null) {
          return <p>The site had no files then.</p>;
        }
        return (
          <>
            <p>
              {countOf(tree.files, 'file')} in {countOf(tree.folders, 'folder')}, {formatBytes(Number(tree.bytes))}
              {tree.missingFiles > 0 && `; ${countOf(tree.missingFiles, 'file')} without stored content`}.
            </p>
            {mayRestore && <ArchiveButton siteId={siteId} change={change} />}
            <p className="hint">
              Or into a directory:{' '}
              <code>
                rampart drive restore {hostname}
                {path} --change {change} --into DIRECTORY
              </code>
            </p>
          </>
        );
      }}
    </QueryPanel>
  );
}

function ArchiveButton({ siteId, change }: { readonly siteId: string; readonly change: number }) {
  const { run, busy, data, failure } = useMutation(CreateDriveArchiveDocument);
  return (
    <>
      {data === undefined ? (
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() => void run({ input: { siteId, change } })}
        >
          Create archive
        </button>
      ) : (
        // Relative: the console can be below a path.
        <p role="status">
          <a href={data.createDriveArchive.link.replace(/^\/+/, '')} download={data.createDriveArchive.fileName}>
            Download {data.createDriveArchive.fileName}
          </a>{' '}
          (the link is valid for one hour)
        </p>
      )}
      {failure !== undefined && <MutationResult failure={failure} success={undefined} />}
    </>
  );
}
