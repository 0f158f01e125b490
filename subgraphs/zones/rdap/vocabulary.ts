/** State of a bulk lookup. */
export const RdapJobState = { RUNNING: 'running', DONE: 'done', CANCELLED: 'cancelled' } as const;
export type RdapJobState = (typeof RdapJobState)[keyof typeof RdapJobState];

/** What has become of a name of a bulk lookup. */
export const RdapResultStatus = {
  WAITING: 'waiting',
  FOUND: 'found',
  NOT_FOUND: 'not_found',
  FAILED: 'failed',
} as const;
export type RdapResultStatus = (typeof RdapResultStatus)[keyof typeof RdapResultStatus];
