/** In which state the service is when the request comes. */
export type World =
  | 'working'
  /** The database cannot be reached. */
  | 'detached'
  /** Something breaks that nobody foresaw. */
  | 'broken'
  /** The time of the request is up. */
  | 'slow';
