import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Collections after which V8 has moved an object to the old generation. */
const agingCollections = 4;

export interface Churn {
  /** Creates an object that is in use from now on. Returns the function that ends its use. */
  begin(): () => void;
  /** Number of objects in use at any time. */
  readonly concurrent: number;
  /** Number of objects to create; few enough for V8 not to begin a full collection. */
  readonly total: number;
}

/**
 * By how many bytes the old generation grows while objects are created and ended. Objects that are no longer in use
 * must not reach it.
 */
export function oldGenerationGrowth({ begin, concurrent, total }: Churn): number {
  const collectYoung = youngGenerationCollector();
  const inUse: (() => void)[] = [];
  for (let index = 0; index < concurrent; index++) inUse.push(begin());
  // Moves the structure that holds the objects to the old generation, as in a server that has been running.
  for (let count = 0; count < agingCollections; count++) collectYoung();
  const before = oldGenerationBytes();
  for (let index = 0; index < total; index++) {
    inUse[index % concurrent]?.();
    inUse[index % concurrent] = begin();
  }
  for (let count = 0; count < agingCollections; count++) collectYoung();
  const growth = oldGenerationBytes() - before;
  for (const end of inUse) end();
  return growth;
}

function youngGenerationCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void; // The flag defines it.
  return () => collect({ type: 'minor' });
}

function oldGenerationBytes(): number {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ?? 0;
}
