/** Limit on the number of sites that are synchronized concurrently. */
export interface Lanes {
  readonly size: number;
  /** Occupies a lane and returns a function that releases it; undefined if all lanes are occupied. */
  acquire(): (() => void) | undefined;
}

/**
 * Creates the lanes for the jobs of a process. Each sync occupies one lane. A job that finds all lanes occupied skips
 * its site, which remains due in the database for the job of the next minute. A slow site therefore blocks only one
 * lane and one slot of the job worker.
 */
export function createLanes(size: number): Lanes {
  let occupied = 0;
  return {
    size,
    acquire() {
      if (occupied === size) return undefined;
      occupied++;
      let isReleased = false;
      return () => {
        if (!isReleased) occupied--;
        isReleased = true;
      };
    },
  };
}
