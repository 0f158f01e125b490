import './file-preview.css';
import { useEffect, useState } from 'react';
import { FailurePanel } from '../shared/failure-panel.js';
import type { GraphFailure } from '../shared/graph-client.js';
import { LoadingPanel } from '../shared/states.js';
import { asFailure } from '../shared/use-graph-query.js';
import { loadPreview, type Preview } from './load-preview.js';

interface FilePreviewProps {
  readonly siteId: string;
  readonly itemId: string;
  readonly name: string;
}

/** The content of a file, on request: text and images only, which run nothing. */
export function FilePreview({ siteId, itemId, name }: FilePreviewProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button button-small"
        aria-expanded={isOpen}
        aria-label={`Preview: ${name}`}
        onClick={() => setOpen(!isOpen)}
      >
        Preview
      </button>
      {isOpen && <Content {...{ siteId, itemId, name }} />}
    </>
  );
}

function Content({ siteId, itemId, name }: FilePreviewProps) {
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState<GraphFailure>();
  useEffect(() => {
    const abort = new AbortController();
    loadPreview({ siteId, itemId, signal: abort.signal }).then(setPreview, (error: unknown) => {
      if (!abort.signal.aborted) {
        setFailure(asFailure(error));
      }
    });
    return () => abort.abort();
  }, [siteId, itemId]);
  if (failure !== undefined) {
    return <FailurePanel failure={failure} />;
  }
  switch (preview?.kind) {
    case undefined:
      return <LoadingPanel what="the preview" />;
    case 'none':
      return <p className="hint">{preview.reason}</p>;
    case 'image':
      return <img className="file-preview" src={preview.url} alt={name} />;
    case 'text':
      return (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a pointer scroll it with the arrow keys. */}
          <section className="file-preview" tabIndex={0} aria-label={`Content of ${name}`}>
            <pre dir="auto">{preview.text}</pre>
          </section>
          {!preview.isWhole && <p className="hint">Only the first 64 KB are shown.</p>}
        </>
      );
  }
}
