import type { Clock } from '../../../../platform/clock.js';
import type { Configuration } from '../../../../platform/configuration/index.js';
import type { Logger } from '../../../../platform/log.js';
import type { LicenseDependencies, LicenseSettings } from '../../dependencies.js';
import { documentsOf, type StoredDocuments } from '../../documents/index.js';
import { DocumentKind } from '../../vocabulary.js';
import type { Address } from '../rules/address.js';
import { type Blacklist, emptyBlacklist, parseBlacklist } from '../rules/blacklist.js';
import { type Departments, emptyDepartments, parseDepartments } from '../rules/departments.js';
import { LicenseFile } from './license-file.js';
import { preferStored } from './stored-content.js';
import type { Parsed, WatchedContent } from './watched-content.js';

/** The license, blacklist and departments that are used to validate check-ins. */
export interface LicenseFiles {
  /**
   * The documents in the database. For each document that is not in the database, the other members of this interface
   * return the configured file.
   */
  readonly documents: StoredDocuments;
  readonly license: LicenseFile;
  readonly blacklist: WatchedContent<Blacklist>;
  readonly departments: WatchedContent<Departments>;
}

export interface FileDependencies extends LicenseDependencies {
  readonly files: LicenseFiles;
}

interface OpenOptions {
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly log: Logger;
  /** The documents in the database; if absent, only files are used. */
  readonly documents?: StoredDocuments;
}

/** Opens the license, blacklist and departments. The files are read on first use. */
export function openLicenseFiles({
  configuration,
  clock,
  log,
  documents = documentsOf([]),
}: OpenOptions): LicenseFiles {
  const { licenseFile, publicKeyFile, blacklistFile, departmentsFile } = configuration.licenses;
  const commonOptions = { clock, log, documents };
  return {
    documents,
    license: new LicenseFile({ path: licenseFile, publicKeyPath: publicKeyFile, ...commonOptions }),
    blacklist: preferStored({
      ...{ kind: DocumentKind.BLACKLIST, path: blacklistFile, empty: emptyBlacklist, parse: tryParseBlacklist },
      ...commonOptions,
    }),
    departments: preferStored({
      ...{ kind: DocumentKind.DEPARTMENTS, path: departmentsFile, empty: emptyDepartments, parse: tryParseDepartments },
      ...commonOptions,
    }),
  };
}

/**
 * Whether the active blacklist contains the controller. GUIDs are always compared, addresses only if this is
 * configured.
 */
export function isOnBlacklist(
  dependencies: FileDependencies,
  controller: { guid: string; address: Address | undefined },
): boolean {
  return isListed(dependencies, dependencies.files.blacklist.current(), controller);
}

/** Whether addresses on the blacklist are compared with the source address of a connection. */
export function matchesAddresses({ blacklist }: LicenseSettings): boolean {
  return blacklist === 'ip';
}

/** Whether the given blacklist, active or not, contains the controller. */
export function isListed(
  { settings }: FileDependencies,
  blacklist: Blacklist,
  { guid, address }: { guid: string; address: Address | undefined },
): boolean {
  return (
    blacklist.hasGuid(guid) || (matchesAddresses(settings) && address !== undefined && blacklist.hasAddress(address))
  );
}

/** Parses a blacklist. Returns its valid entries and, if a line is invalid, the problem. */
export function tryParseBlacklist(text: string): Parsed<Blacklist> {
  const { blacklist, problem } = parseBlacklist(text);
  return { content: blacklist, problem };
}

/** Parses departments. Returns either the departments or the problem. */
export function tryParseDepartments(text: string): Parsed<Departments> {
  try {
    return { content: parseDepartments(text), problem: undefined };
  } catch (error) {
    return { problem: (error as Error).message }; // `parseDepartments` throws only instances of Error.
  }
}
