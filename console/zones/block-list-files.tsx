import { useState } from 'react';
import { FailurePanel } from '../shared/failure-panel.js';
import { GraphFailure } from '../shared/graph-client.js';
import { saveFile } from '../shared/save-file.js';
import { sessionHeaders } from '../shared/session-store.js';
import { asFailure } from '../shared/use-graph-query.js';

const formats = [
  ['hosts', 'hosts file', 'txt'],
  ['unbound', 'Unbound settings', 'conf'],
  ['adblock', 'Pi-hole list', 'txt'],
  ['dnsmasq', 'dnsmasq settings', 'conf'],
  ['rpz', 'RPZ zone file', 'zone'],
] as const;

/** Saves the names that a policy zone blocks as a file for resolvers that do not transfer it. */
export function BlockListFiles({ tenantId }: { readonly tenantId: string | null }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<GraphFailure>();

  async function download(format: string, suffix: string) {
    setBusy(true);
    setFailure(undefined);
    try {
      saveFile(await readList(format, tenantId), `blocklist-${format}.${suffix}`);
    } catch (error) {
      setFailure(asFailure(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <div className="row-actions">
        {formats.map(([format, title, suffix]) => (
          <button
            key={format}
            type="button"
            className="button button-small"
            disabled={busy}
            onClick={() => void download(format, suffix)}
          >
            Save {title}
          </button>
        ))}
      </div>
      {failure !== undefined && <FailurePanel failure={failure} />}
    </>
  );
}

/** @throws GraphFailure */
async function readList(format: string, tenantId: string | null): Promise<Blob> {
  const parameters = new URLSearchParams({ format, ...(tenantId !== null && { tenant_id: tenantId }) });
  const unreachable = () => {
    throw new GraphFailure('unreachable', 'No response from the server');
  };
  const response = await fetch(`api/brands/blocklist?${parameters}`, { headers: sessionHeaders }).catch(unreachable);
  if (response.ok) {
    return await response.blob().catch(unreachable);
  }
  const body = (await response.json().catch(() => undefined)) as { detail?: unknown } | undefined;
  const detail = typeof body?.detail === 'string' ? body.detail : `HTTP status ${response.status}`;
  throw new GraphFailure('fault', `The list could not be read: ${detail}`);
}
