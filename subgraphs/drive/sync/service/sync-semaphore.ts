/** Limit on the number of sites that are synchronized concurrently. */
export interface SyncSemaphore {
  readonly size: number;
  /** Acquires a slot and returns a function that releases it; undefined if all slots are occupied. */
  acquire(): (() => void) | undefined;
}

/**
 * Creates the semaphore of the sync jobs of a process. Each sync occupies one slot. A job that finds all slots occupied
 * skips its site, which remains due in the database for the job of the next minute. A slow site therefore blocks only
 * one slot, and one job of the job worker.
 */
export function createSyncSemaphore(size: number): SyncSemaphore {
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
