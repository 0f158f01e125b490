let underWay = 0;
let began = 0;
let ended = 0;

/** When queries of this page waited for their answers last; milliseconds of `performance.now`. */
export interface Loading {
  readonly isUnderWay: boolean;
  readonly began: number;
  /** Of the last time that is over. */
  readonly ended: number;
}

/** Says that a query is sent; call what it returns once it is answered, or given up. */
export function beginLoading(): () => void {
  if (underWay === 0) {
    began = performance.now();
  }
  underWay += 1;
  return () => {
    underWay -= 1;
    if (underWay === 0) {
      ended = performance.now();
    }
  };
}

export function readLoading(): Loading {
  return { isUnderWay: underWay > 0, began, ended };
}
