/** Limits how many sites are synchronized concurrently. */
export interface Lanes {
  readonly size: number;
  /** Takes a lane; undefined if all are taken. The result frees it. */
  take(): (() => void) | undefined;
}

/**
 * Lanes for the jobs of a process. A sync takes one for its duration, and jobs that find all lanes taken leave their
 * site to the next minute, because it remains due in the database. Therefore, a slow site holds one lane and one place
 * of the job worker, and the others remain free.
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
