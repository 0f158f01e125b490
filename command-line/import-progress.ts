import type { ImportProgress } from '../subgraphs/zones/service.js';

/** Progress of an import of a zone file, in one line; `started` is a time of `performance.now()`. */
export function importProgress(state: ImportProgress, file: { size: number | null; started: number }): string {
  if (state.phase === 'waiting') return 'waiting for other imports of this zone';
  if (state.phase === 'writing') return `${state.domains} domains read; writing changes`;
  const seconds = (performance.now() - file.started) / 1000;
  const text = `${state.records} records, ${Math.round(state.records / seconds)}/s`;
  if (file.size === null || file.size === 0) return text;
  const share = Math.min(1, state.bytes / file.size);
  const left = share > 0 ? Math.ceil((seconds * (1 - share)) / share) : 0;
  return `${text}, ${Math.floor(share * 100)} %, ${left} s left`;
}
