/** Work that is asked for far more often than it need be done. */
export interface Gathered {
  /** Has it done so many milliseconds from now, unless it is to be done already. */
  ask(afterMilliseconds: number): void;
  /** What has not begun to wait for its turn is not done any more. */
  end(): void;
}

/**
 * Work that is done once for all who ask before it begins, and never twice at once: one at most is under way and one at most waits,
 * so that asking faster than it is done piles nothing up. It must not fail.
 */
export function gathered(work: () => Promise<void>): Gathered {
  let timer: NodeJS.Timeout | undefined;
  let last = Promise.resolve();
  async function begin(): Promise<void> {
    timer = undefined; // Whoever asks from now on may mean what this one does not see any more.
    await work();
  }
  function queue(): void {
    last = last.then(begin);
  }
  return {
    ask(afterMilliseconds) {
      timer ??= setTimeout(queue, afterMilliseconds).unref();
    },
    end: () => clearTimeout(timer),
  };
}
