import { Button } from '../shared/button.js';
import { FailurePanel } from '../shared/failure-panel.js';
import { GraphFailure } from '../shared/graph-client.js';
import { saveFile } from '../shared/save-file.js';
import { sessionHeaders } from '../shared/session-store.js';
import { useTask } from '../shared/use-task.js';

const formats = [
  { format: 'hosts', title: 'hosts file', suffix: 'txt' },
  { format: 'unbound', title: 'Unbound settings', suffix: 'conf' },
  { format: 'adblock', title: 'Pi-hole list', suffix: 'txt' },
  { format: 'dnsmasq', title: 'dnsmasq settings', suffix: 'conf' },
  { format: 'rpz', title: 'RPZ zone file', suffix: 'zone' },
];

/** Saves the names that a policy zone blocks as a file for resolvers that do not transfer the zone. */
export function BlockListFiles({ tenantId }: { readonly tenantId: string | null }) {
  const { run, busy, failure } = useTask(async ({ format, suffix }: (typeof formats)[number]) =>
    saveFile(await readList(format, tenantId), `blocklist-${format}.${suffix}`),
  );
  return (
    <>
      <div className="row-actions">
        {formats.map((file) => (
          <Button key={file.format} size="small" disabled={busy} onClick={() => void run(file)}>
            Save {file.title}
          </Button>
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
  throw new GraphFailure('fault', `The block list could not be downloaded: ${detail}`);
}
