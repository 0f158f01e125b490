import { runJobNow } from '../../../../platform/jobs.js';
import { SyncTrigger } from '../../sync/index.js';
import type { SiteDependencies } from '../dependencies.js';
import { coalesce } from './coalesce.js';
import { scanFolder } from './scan-folder.js';
import { watchFolders } from './watch-folders.js';

/** Name of the job that scans the served folder. */
export const scanJobName = 'drive.scan';

/** Milliseconds for which changes are collected into one scan. */
const coalesceMs = 300;

/** Scans the served folder, and logs entries that cannot be served. */
export async function runScan(dependencies: SiteDependencies, signal: AbortSignal | undefined): Promise<void> {
  const { log, settings } = dependencies;
  if (settings.folder === '') return;
  const { skipped, tooLarge, unstable } = await scanFolder(dependencies, { trigger: SyncTrigger.POLL, signal });
  if (skipped.length > 0) {
    log.warn(
      { count: skipped.length, first: skipped.slice(0, 5) },
      'some entries of the folder are not served: they have invalid names or names that differ only in case, are symbolic links or special files, cannot be read, or are folders that are nested too deeply',
    );
  }
  if (tooLarge.length > 0) {
    log.warn(
      { count: tooLarge.length, first: tooLarge.slice(0, 5) },
      'some files of the folder are not stored: they do not fit on the disk of data_dir/drive; free some space',
    );
  }
  if (unstable > 0)
    log.info(
      { count: unstable },
      'files that could not be read, or changed during the scan, are skipped until the next scan',
    );
}

/** Scans the served folder now and after every change. Returns a function that stops watching. */
export function watchFolder(dependencies: SiteDependencies): () => void {
  const { database, log, settings } = dependencies;
  const requests = coalesce(() =>
    database
      .transaction((sql) => runJobNow(sql, { name: scanJobName, payload: {}, key: scanJobName }))
      .catch((error: unknown) =>
        log.warn({ err: error }, 'a scan of the folder could not be started immediately; it starts within a minute'),
      ),
  );
  const endWatching = watchFolders(settings.folder, {
    onChange: () => requests.request(coalesceMs),
    onFailure: (error) =>
      log.warn({ err: error }, 'some folders cannot be watched; the served folder is scanned every minute'),
  });
  return () => {
    requests.cancel();
    endWatching();
  };
}
