export const ImportOutcome = {
  /** The file became the current state of its zone. */
  APPLIED: 'applied',
  /** The file is identical to that of the previous import. */
  UNCHANGED: 'unchanged',
  /** The file was rejected. */
  REJECTED: 'refused',
  /** The import ended with an error. */
  FAILED: 'failed',
} as const;
export type ImportOutcome = (typeof ImportOutcome)[keyof typeof ImportOutcome];
