import type { ImportProgress } from '../subgraphs/zones/service.js';

/**
 * Formats the progress of an import of a zone file on one line.
 * @param file.startedAtMs start of the import, a time of `performance.now()`
 */
export function formatImportProgress(
  state: ImportProgress,
  file: { size: number | null; startedAtMs: number },
): string {
  if (state.phase === 'waiting') return 'waiting for other imports of this zone';
  if (state.phase === 'writing') return `${state.domains} domains read; writing changes`;
  const seconds = (performance.now() - file.startedAtMs) / 1000;
  const progress = `${state.records} records, ${Math.round(state.records / seconds)}/s`;
  return `${progress}${formatRemainingTime({ size: file.size, read: state.bytes, seconds })}`;
}

/** Formats the share of the file read so far and the estimated remaining seconds; empty if the size is unknown. */
export function formatRemainingTime({
  size,
  read,
  seconds,
}: {
  size: number | null;
  read: number;
  seconds: number;
}): string {
  if (size === null || size === 0) return '';
  const share = Math.min(1, read / size);
  const remainingSeconds = share > 0 ? Math.ceil((seconds * (1 - share)) / share) : 0;
  return `, ${Math.floor(share * 100)}%, ${remainingSeconds} s left`;
}
