/** Limits how many sites are synchronized at once. */
export interface Lanes {
  readonly size: number;
  /** Takes a lane; undefined if all are taken. The result frees it. */
  take(): (() => void) | undefined;
}

/**
 * Lanes for the jobs of a process. A sync takes one for its duration, and the jobs of a site that finds all taken leave
 * it to the next minute: it is due in the database. So a slow site holds one lane and one place of the job worker, and
 * the rest serve the others.
 */
export function createLanes(size: number): Lanes {
  let taken = 0;
  return {
    size,
    take() {
      if (taken === size) return undefined;
      taken++;
      let isFree = false;
      return () => {
        if (!isFree) taken--;
        isFree = true;
      };
    },
  };
}
