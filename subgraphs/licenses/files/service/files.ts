import type { Clock } from '../../../../platform/clock.js';
import type { Configuration } from '../../../../platform/configuration/index.js';
import type { Logger } from '../../../../platform/log.js';
import type { LicenseDependencies, LicenseSettings } from '../../dependencies.js';
import { documentsOf, type StoredDocuments } from '../../documents/index.js';
import { DocumentKind } from '../../vocabulary.js';
import type { Address } from '../rules/address.js';
import { type Blacklist, emptyBlacklist, parseBlacklist } from '../rules/blacklist.js';
import { type Departments, noDepartments, parseDepartments } from '../rules/departments.js';
import { LicenseFile } from './license-file.js';
import { preferStored } from './stored-content.js';
import type { Parsed, WatchedContent } from './watched-content.js';

/** The documents that controllers are checked against. */
export interface LicenseFiles {
  /**
   * The documents in the database. Each other member returns the stored document if there is one, otherwise the file.
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
  /** The documents in the database; absent: only the files are used. */
  readonly documents?: StoredDocuments;
}

export function openLicenseFiles({
  configuration,
  clock,
  log,
  documents = documentsOf([]),
}: OpenOptions): LicenseFiles {
  const { licenseFile, publicKeyFile, blacklistFile, departmentsFile } = configuration.licenses;
  const common = { clock, log, documents };
  return {
    documents,
    license: new LicenseFile({ path: licenseFile, publicKeyPath: publicKeyFile, ...common }),
    blacklist: preferStored({
      ...{ kind: DocumentKind.BLACKLIST, path: blacklistFile, empty: emptyBlacklist, parse: readBlacklist },
      ...common,
    }),
    departments: preferStored({
      ...{ kind: DocumentKind.DEPARTMENTS, path: departmentsFile, empty: noDepartments, parse: readDepartments },
      ...common,
    }),
  };
}

/** Whether the active blacklist contains the controller. GUIDs always match, addresses only if this is configured. */
export function isOnBlacklist(
  dependencies: FileDependencies,
  controller: { guid: string; address: Address | undefined },
): boolean {
  return isListed(dependencies, dependencies.files.blacklist.current(), controller);
}

/** Whether addresses on the blacklist match the source address of a connection. */
export function matchesAddresses({ blacklist }: LicenseSettings): boolean {
  return blacklist === 'ip';
}

/** Whether a blacklist, active or not, contains the controller. */
export function isListed(
  { settings }: FileDependencies,
  blacklist: Blacklist,
  { guid, address }: { guid: string; address: Address | undefined },
): boolean {
  return (
    blacklist.hasGuid(guid) || (matchesAddresses(settings) && address !== undefined && blacklist.hasAddress(address))
  );
}

/** Parses a blacklist; returns its valid entries, and the problem if any line is invalid. */
export function readBlacklist(text: string): Parsed<Blacklist> {
  const { blacklist, problem } = parseBlacklist(text);
  return { content: blacklist, problem };
}

/** Parses departments; returns them, or only the problem if they are invalid. */
export function readDepartments(text: string): Parsed<Departments> {
  try {
    return { content: parseDepartments(text), problem: undefined };
  } catch (error) {
    return { problem: (error as Error).message }; // `parseDepartments` throws errors only.
  }
}
