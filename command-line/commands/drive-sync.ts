import { localRequest } from '../../platform/caller.js';
import { countOf } from '../../platform/count-of.js';
import { onFirstSignal } from '../../platform/interruption.js';
import type { DriveService, RunRecord, SyncMetrics } from '../../subgraphs/drive/service.js';
import { CommandFailure, errorLine } from '../failure.js';
import { ProgressLine, printJson, printNamedValues } from '../output.js';

/** The result of adding or ending a subscription; the error is null after success. */
interface SubscriptionChange {
  readonly subscriptionError: string | null;
}

/** Reports on standard error if the site rejected a new subscription. */
export function reportNoSubscription({ subscriptionError: error }: SubscriptionChange): void {
  if (error !== null)
    process.stderr.write(`the subscription could not be created; a running server retries it: ${errorLine(error)}\n`);
}

/** Reports on standard error if the subscription could not be ended at the site. */
export function reportRemainingSubscription({ subscriptionError: error }: SubscriptionChange): void {
  if (error !== null)
    process.stderr.write(
      `the subscription could not be deleted, and remains on the site until it expires: ${errorLine(error)}\n`,
    );
}

/** Option of commands that synchronize a site. */
export interface FullOption {
  full?: true;
}

export const fullOption = [
  '--full',
  'list all items of the site, instead of the changes since the last sync; stored contents are not downloaded again',
] as const;

/** Synchronizes a site, by default the configured one, and prints the run. Signals interrupt it. */
export async function syncAndPrint(
  drive: DriveService,
  { site, json = false, full = false }: { site?: { hostname: string; path: string }; json?: boolean; full?: boolean },
): Promise<RunRecord> {
  const progress = new ProgressLine();
  const stop = new AbortController();
  const removeHandlers = onFirstSignal(() =>
    stop.abort(new CommandFailure('the synchronization was interrupted; the next one continues it')),
  );
  try {
    const run = await drive.syncDrive(localRequest, {
      ...(site === undefined ? {} : { site }),
      ...{ isFull: full, signal: stop.signal },
      onProgress: (metrics) => progress.update(formatProgress(metrics)),
    });
    progress.clear();
    printRun(run, json);
    return run;
  } catch (error) {
    progress.clear();
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    removeHandlers();
  }
}

function formatProgress({ itemsSeen, downloads, downloadedBytes }: Readonly<SyncMetrics>): string {
  return `${countOf(itemsSeen, 'item')} seen, ${countOf(downloads, 'file')} downloaded, ${(downloadedBytes / 1e6).toFixed(1)} MB`;
}

export function printRun(run: RunRecord, json: boolean): void {
  const seconds = Number(((run.finishedAtEpoch ?? run.startedAtEpoch) - run.startedAtEpoch).toFixed(3));
  const { siteId, fromScratch, pages, itemsSeen, created, changed, deleted, downloads, downloadedBytes } = run;
  const { resumedDownloads, failedDownloads, throttled, retries, outcome } = run;
  const found = { site: siteId, outcome, from_scratch: fromScratch, pages, items_seen: itemsSeen };
  const changes = { created, changed, deleted };
  const transfers = { downloads, downloaded_bytes: downloadedBytes, resumed: resumedDownloads };
  const failureCounts = { failed: failedDownloads, throttled, retries };
  const metrics = { ...found, ...changes, ...transfers, ...failureCounts, seconds };
  if (json) {
    printJson(metrics);
    return;
  }
  printNamedValues(Object.entries(metrics).map(([name, value]) => [name.replaceAll('_', ' '), String(value)]));
}
