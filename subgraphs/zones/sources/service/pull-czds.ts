import type { ZoneSource } from '../../../../platform/configuration/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { quoted } from '../../../../platform/quoted.js';
import { insertSources } from '../repository/sources.js';
import { nextDownloadTime } from '../rules/schedule.js';
import { download, headerOf, parseContentLength } from '../upstream/download.js';
import { sourceFailure } from '../upstream/failure.js';
import { discard, openSourceClient, type SourceClient } from '../upstream/http-client.js';
import type { FilePart } from '../upstream/part-store.js';
import { PullOutcome } from '../vocabulary.js';
import { currentValidators, importPart, recordPartDownload } from './import-part.js';
import type { Pull, PullResult } from './pull.js';

type CzdsPull = Pull<Extract<ZoneSource, { kind: 'czds' }>>;

const noChange: PullResult = { outcome: 'unchanged', imported: null, isCurrent: false };

/**
 * Downloads a zone from CZDS, at most once in 24 hours as its terms require, and imports it. The zone `*` is the list
 * of the zones that the account may download.
 */
export async function pullCzds(pull: CzdsPull): Promise<PullResult> {
  const { dependencies, source, before } = pull;
  const { settings, clock, pulls } = dependencies;
  const part = await pulls.parts.open(source);
  try {
    if (nextDownloadTime(before.downloadedAt, clock.now()) > clock.now()) return await importDownloaded(pull, part);
    const client = await openSourceClient([settings.czdsUrl, settings.czdsAuthUrl], pulls.network);
    try {
      return source.zone === '*' ? await addListedZones(pull, client) : await downloadNewer(pull, { client, part });
    } finally {
      await client.close();
    }
  } finally {
    await part.close();
  }
}

/**
 * Imports a file that was downloaded before, but not imported, because the process ended or the file was rejected.
 * @throws {DomainError} UPSTREAM_FAILED, with the error of the previous pull, if the file was damaged: it was
 *   discarded, and cannot be downloaded again yet
 */
async function importDownloaded(pull: CzdsPull, part: FilePart): Promise<PullResult> {
  if (part.metadata.isComplete) return await importPart(pull, part);
  const { before, dependencies } = pull;
  if (before.outcome !== PullOutcome.FAILED || before.error === null) return noChange;
  const now = dependencies.clock.now();
  throw sourceFailure(before.error, { retryAfterSeconds: (nextDownloadTime(before.downloadedAt, now) - now) / 1000 });
}

async function addListedZones({ dependencies, signal }: CzdsPull, client: SourceClient): Promise<PullResult> {
  const { database, clock, pulls } = dependencies;
  const zones = [...(await pulls.czds.links(client, signal)).keys()].sort();
  const added = zones.map((zone) => ({ zone, origin: 'czds' }));
  await database.guard((sql) => insertSources(sql, { added, now: clock.now() }));
  return { ...noChange, isCurrent: true };
}

async function downloadNewer(
  pull: CzdsPull,
  { client, part }: { client: SourceClient; part: FilePart },
): Promise<PullResult> {
  const { dependencies, source, signal, options } = pull;
  const { settings, clock, pulls } = dependencies;
  const { czds } = pulls;
  const validators = await currentValidators(pull);
  const url = (await czds.links(client, signal)).get(source.zone);
  if (url === undefined) {
    throw sourceFailure(`the account may not download ${source.zone} from CZDS; request access at czds.icann.org`);
  }
  const published = await readPublished(pull, { client, url });
  if (!isNewer(published.lastModified, validators.lastModified)) return noChange;
  const wasComplete = part.metadata.isComplete;
  const result = await download({
    ...{ client, part, url, signal, validators, pause: pulls.network.pause },
    headers: () => czds.headers(client, signal),
    onUnauthorized: async (headers) => {
      await czds.forgetToken(headers);
      return true;
    },
    failure: (response) => czds.failure(response, `the zone ${source.zone}`),
    maxBytes: settings.maxDownloadGigabytes * 1e9,
    now: clock.now,
    onProgress: (progress) => options.onProgress?.({ phase: 'downloading', ...progress }),
  });
  if (result === 'unchanged') return noChange;
  if (!wasComplete || part.metadata.rejection === null) await recordPartDownload(pull);
  await assertPublished(part, published);
  return await importPart(pull, part);
}

interface PublishedFile {
  readonly size: number | null;
  readonly lastModified: string | null;
}

/**
 * Requests the size and date of the published file, without a download.
 * @throws {DomainError} UPSTREAM_FAILED, including when CZDS offers the file of another zone
 */
async function readPublished(
  { dependencies, source, signal }: CzdsPull,
  { client, url }: { client: SourceClient; url: string },
): Promise<PublishedFile> {
  const { czds } = dependencies.pulls;
  const response = await czds.request(client, { method: 'HEAD', url, signal });
  if (response.statusCode !== 200) throw await czds.failure(response, `the zone ${source.zone}`);
  discard(response);
  const { headers } = response;
  const name = /filename="?([^";]+)"?/i.exec(headerOf(headers['content-disposition']) ?? '')?.[1];
  if (name !== undefined && !name.toLowerCase().startsWith(`${source.zone}.`)) {
    throw sourceFailure(
      `CZDS returned the file ${quoted(name)} for the zone ${source.zone}, not a file whose name begins with ${source.zone}.`,
    );
  }
  return { size: parseContentLength(headers['content-length']), lastModified: headerOf(headers['last-modified']) };
}

/**
 * Whether the published file is newer, or a date is unknown. CZDS may publish older files, for example from a backup.
 */
function isNewer(published: string | null, previous: string | null): boolean {
  const [a, b] = [Date.parse(published ?? ''), Date.parse(previous ?? '')];
  return Number.isNaN(a) || Number.isNaN(b) || a > b;
}

/**
 * Verifies that the downloaded file has the published size, if both have the same date.
 * @throws {DomainError} UPSTREAM_FAILED if the size differs; the file is discarded
 */
async function assertPublished(part: FilePart, published: PublishedFile): Promise<void> {
  if (published.size === null || published.lastModified !== part.metadata.lastModified) return;
  if (part.length === published.size) return;
  const message = `the downloaded file contains ${part.length} bytes, but CZDS published a file of ${published.size} bytes`;
  await part.discard();
  throw new DomainError('UPSTREAM_FAILED', message, { reason: 'zone_source' });
}
