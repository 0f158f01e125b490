import './file-preview.css';
import { useEffect, useState } from 'react';
import { Button } from '../shared/button.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { formatBytes, formatTimeInZone } from '../shared/format.js';
import type { GraphFailure } from '../shared/graph-client.js';
import { relativeUrl } from '../shared/location.js';
import { LoadingPanel } from '../shared/states.js';
import { asFailure } from '../shared/use-graph-query.js';
import { type LoadedFile, loadFile, type Preview, type Version } from './load-preview.js';

interface FilePreviewProps {
  readonly siteId: string;
  readonly itemId: string;
  readonly name: string;
}

/**
 * The content of a file and links to its versions, loaded on request. Only text and images are shown, because they
 * cannot run code.
 */
export function FilePreview({ siteId, itemId, name }: FilePreviewProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-expanded={isOpen} aria-label={`Preview: ${name}`} onClick={() => setOpen(!isOpen)}>
        Preview
      </Button>
      {isOpen && <Content {...{ siteId, itemId, name }} />}
    </>
  );
}

function Content({ siteId, itemId, name }: FilePreviewProps) {
  const [file, setFile] = useState<LoadedFile>();
  const [failure, setFailure] = useState<GraphFailure>();
  useEffect(() => {
    const abort = new AbortController();
    loadFile({ siteId, itemId, signal: abort.signal }).then(setFile, (error: unknown) => {
      if (!abort.signal.aborted) {
        setFailure(asFailure(error));
      }
    });
    return () => abort.abort();
  }, [siteId, itemId]);
  if (failure !== undefined) {
    return <FailurePanel failure={failure} />;
  }
  if (file === undefined) {
    return <LoadingPanel dataName="the preview" />;
  }
  return (
    <>
      <PreviewContent preview={file.preview} name={name} />
      {file.versions.length > 0 && <Versions versions={file.versions} name={name} />}
    </>
  );
}

function PreviewContent({ preview, name }: { readonly preview: Preview; readonly name: string }) {
  switch (preview.kind) {
    case 'none':
      return <p className="hint">{preview.reason}</p>;
    case 'image':
      return <img className="file-preview" src={preview.url} alt={name} />;
    case 'text':
    case 'document':
      return (
        <>
          {preview.kind === 'document' && <p className="hint">The text of the document, without its layout:</p>}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with the arrow keys. */}
          <section className="file-preview" tabIndex={0} aria-label={`Content of ${name}`}>
            <pre dir="auto">{preview.text}</pre>
          </section>
          {!preview.isWhole && <p className="hint">Only the start is shown.</p>}
        </>
      );
  }
}

/** Links to download each stored version, the newest first. */
function Versions({ versions, name }: { readonly versions: readonly Version[]; readonly name: string }) {
  return (
    <ul className="file-versions" aria-label={`Versions of ${name}`}>
      {versions.map((version) => (
        <li key={version.change}>
          <a href={relativeUrl(version.contentLink)} download={version.name}>
            {formatTimeInZone(version.storedAt)}
          </a>
          , {formatBytes(Number(version.size))}
          {version.modifiedBy !== null && `, ${version.modifiedBy}`}
        </li>
      ))}
    </ul>
  );
}
