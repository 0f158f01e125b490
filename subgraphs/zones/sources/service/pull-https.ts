import type { ZoneSource } from '../../../../platform/configuration/index.js';
import { download } from '../upstream/download.js';
import { openSourceClient } from '../upstream/http-client.js';
import { currentValidators, importPart, recordPartDownload } from './import-part.js';
import type { Pull, PullResult } from './pull.js';

/** Downloads the file of an https source if it has changed, and imports it. */
export async function pullHttps(pull: Pull<Extract<ZoneSource, { kind: 'https' }>>): Promise<PullResult> {
  const { dependencies, source, signal, options } = pull;
  const { settings, clock, pulls } = dependencies;
  const token = settings.sourceTokens.find(({ zone }) => zone === source.zone)?.token;
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const validators = await currentValidators(pull);
  const client = await openSourceClient([source.url], pulls.network);
  const part = await pulls.parts.open(source);
  try {
    const wasComplete = part.metadata.isComplete;
    const result = await download({
      ...{ client, part, signal, url: source.url, validators, pause: pulls.network.pause },
      headers: async () => headers,
      maxBytes: settings.maxDownloadGigabytes * 1e9,
      now: clock.now,
      onProgress: (progress) => options.onProgress?.({ phase: 'downloading', ...progress }),
    });
    if (result === 'unchanged') return { outcome: 'unchanged', imported: null, isCurrent: true };
    if (!wasComplete) await recordPartDownload(pull);
    return await importPart(pull, part);
  } finally {
    await part.close();
    await client.close();
  }
}
