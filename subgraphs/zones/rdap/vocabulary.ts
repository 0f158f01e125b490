export const BulkLookupState = { RUNNING: 'running', DONE: 'done', CANCELLED: 'cancelled' } as const;
export type BulkLookupState = (typeof BulkLookupState)[keyof typeof BulkLookupState];

export const RdapResultStatus = {
  WAITING: 'waiting',
  FOUND: 'found',
  NOT_FOUND: 'not_found',
  FAILED: 'failed',
} as const;
export type RdapResultStatus = (typeof RdapResultStatus)[keyof typeof RdapResultStatus];

/** Parts of a dossier that can change, in the order in which lists show them. */
export const RdapField = {
  REGISTRATION: 'registration',
  REGISTRAR: 'registrar',
  STATUSES: 'statuses',
  NAMESERVERS: 'nameservers',
  DNSSEC: 'dnssec',
  REGISTERED: 'registered',
  EXPIRES: 'expires',
  LAST_CHANGED: 'last_changed',
  TRANSFERRED: 'transferred',
  CONTACTS: 'contacts',
  ABUSE_CONTACTS: 'abuse_contacts',
  HANDLE: 'handle',
} as const;
export type RdapField = (typeof RdapField)[keyof typeof RdapField];
