import type { LicenseEndpoint, LicenseState, RefusalCause } from './vocabulary.js';

/** A registered controller as it is stored, in the names of the graph. Times are Unix epoch seconds. */
export interface ControllerRow {
  guid: string;
  /** A whole second, because lists are ordered by what they show. */
  registeredAtEpoch: number;
  /** Source address and hostname of the first registration. */
  ipAddr: string;
  hostname: string;
  /** What it sent last, and from where. */
  lastContactEpoch: number;
  lastIpAddr: string | null;
  lastHostname: string;
  version: string;
  ipAddresses: string[];
  macAddress: string;
  os: string;
  label: string;
  department: string | null;
}

export type ControllerColumn = keyof ControllerRow;

/** What is worked out from a row. */
export interface ControllerDerived {
  registeredAt: Date;
  lastContact: Date;
  /** `registeredAt` as the wire has it, in the configured time zone. */
  timestamp: string;
  isBlacklisted: boolean;
}

/** A controller with the fields that were asked for, and always its GUID. */
export type ControllerRecord = Partial<ControllerRow & ControllerDerived> & Pick<ControllerRow, 'guid'>;

/** What to read of controllers; `key` is the same for the same set. */
export interface ControllerFields {
  readonly key: string;
  readonly columns: readonly ControllerColumn[];
  readonly derived: readonly (keyof ControllerDerived)[];
}

/** What became of a check-in. */
export interface LicenseCheckRecord {
  guid: string;
  message: string;
  /** Null when no department matches. */
  department: string | null;
  configuration: Readonly<Record<string, unknown>>;
  isNew: boolean;
}

/** How a file stands that is read again when it changes. */
export interface FileStatusRecord {
  /** Null when none is configured. */
  path: string | null;
  /** When what is in force was read; null when nothing was. */
  loadedAt: Date | null;
  /** Why the file as it is now is not in force, or only in part; null when it is. */
  problem: string | null;
}

export interface LicenseStatusRecord {
  state: LicenseState;
  problem: string | null;
  id: string | null;
  customer: string | null;
  cap: number | null;
  issuedAt: Date | null;
  notBefore: Date | null;
  expiresAt: Date | null;
  seatsUsed: number;
  seatsLeft: number | null;
}

export interface RefusalCountRecord {
  hour: Date;
  endpoint: LicenseEndpoint;
  cause: RefusalCause;
  count: number;
}

export interface SourceRateRecord {
  endpoint: LicenseEndpoint;
  source: string;
  count: number;
  isOver: boolean;
  resetsAt: Date;
}
