/** State of the service for a request. */
export type World =
  | 'working'
  /** The database cannot be reached. */
  | 'detached'
  /** An unexpected error occurs. */
  | 'broken'
  /** The request times out. */
  | 'slow';
