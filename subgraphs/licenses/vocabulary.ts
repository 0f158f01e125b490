/** Causes of rejected requests, in the order in which requests are checked. Stored in this spelling. */
export const RejectionCause = {
  RATE_LIMITED: 'rate_limited',
  INVALID_JSON: 'invalid_json',
  MISSING_FIELD: 'missing_field',
  INVALID_FIELD: 'invalid_field',
  INVALID_GUID: 'invalid_guid',
  INVALID_LICENSE: 'invalid_license',
  BLACKLISTED: 'blacklisted',
  NO_SEAT: 'no_seat',
} as const;
export type RejectionCause = (typeof RejectionCause)[keyof typeof RejectionCause];

export const LicenseState = {
  VALID: 'valid',
  GRACE: 'grace',
  MISSING: 'missing',
  INVALID: 'invalid',
  EXPIRED: 'expired',
  NOT_YET_VALID: 'not_yet_valid',
} as const;
export type LicenseState = (typeof LicenseState)[keyof typeof LicenseState];

export const BlacklistEntryKind = { GUID: 'guid', ADDRESS: 'address', RANGE: 'range' } as const;
export type BlacklistEntryKind = (typeof BlacklistEntryKind)[keyof typeof BlacklistEntryKind];

/** The documented REST endpoints. Each has its own rate limit counter. Stored in this spelling. */
export const LicenseEndpoint = { CHECK_LICENSE: 'check-license', GET_LICENSES: 'get-licenses' } as const;
export type LicenseEndpoint = (typeof LicenseEndpoint)[keyof typeof LicenseEndpoint];

/** Kinds of license warnings. Stored in this spelling. */
export const WarningKind = {
  LICENSE_EXPIRING: 'license_expiring',
  GRACE_ENDING: 'grace_ending',
  SEATS_LOW: 'seats_low',
  CONTROLLER_SILENT: 'controller_silent',
  VERSION_OUTDATED: 'version_outdated',
} as const;
export type WarningKind = (typeof WarningKind)[keyof typeof WarningKind];

/** Dimensions by which seats are counted over time. Stored in this spelling. */
export const SeatDimension = { ALL: 'all', DEPARTMENT: 'department', VERSION: 'version' } as const;
export type SeatDimension = (typeof SeatDimension)[keyof typeof SeatDimension];

/** Kinds of usage log entries. Stored in this spelling. */
export const UsageChange = {
  ...{ REGISTERED: 'registered', REMOVED: 'removed', CHECKED_IN: 'checked_in' },
  MACHINE_FILE_ISSUED: 'machine_file_issued',
} as const;
export type UsageChange = (typeof UsageChange)[keyof typeof UsageChange];

/** Kinds of documents that are edited through the GraphQL API or read from files. Stored in this spelling. */
export const DocumentKind = { BLACKLIST: 'blacklist', DEPARTMENTS: 'departments', LICENSE: 'license' } as const;
export type DocumentKind = (typeof DocumentKind)[keyof typeof DocumentKind];

export const DocumentSource = { FILE: 'file', DATABASE: 'database' } as const;
export type DocumentSource = (typeof DocumentSource)[keyof typeof DocumentSource];
