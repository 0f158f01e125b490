import type { Clock } from '../../../../platform/clock.js';
import type { Configuration } from '../../../../platform/configuration/index.js';
import type { Logger } from '../../../../platform/log.js';
import type { LicenseDependencies } from '../../dependencies.js';
import type { Address } from '../rules/address.js';
import { type Blacklist, emptyBlacklist, parseBlacklist } from '../rules/blacklist.js';
import { type Departments, noDepartments, parseDepartments } from '../rules/departments.js';
import { type LicenseFile, openLicenseFile } from './license-file.js';
import { type WatchedContent, watchContent } from './watched-content.js';

/** The files that controllers are checked against. */
export interface LicenseFiles {
  readonly license: LicenseFile;
  readonly blacklist: WatchedContent<Blacklist>;
  readonly departments: WatchedContent<Departments>;
}

export interface FileDependencies extends LicenseDependencies {
  readonly files: LicenseFiles;
}

export function openLicenseFiles(options: { configuration: Configuration; clock: Clock; log: Logger }): LicenseFiles {
  const { clock, log } = options;
  const { licenseFile, publicKeyFile, blacklistFile, departmentsFile } = options.configuration.licenses;
  return {
    license: openLicenseFile({ path: licenseFile, publicKeyPath: publicKeyFile, clock, log }),
    blacklist: watchContent({
      ...{ name: 'blacklist', path: blacklistFile, clock, log, empty: emptyBlacklist },
      parse(text) {
        const { blacklist, problem } = parseBlacklist(text);
        return { content: blacklist, problem };
      },
    }),
    departments: watchContent({
      ...{ name: 'departments', path: departmentsFile, clock, log, empty: noDepartments },
      parse: readDepartments,
    }),
  };
}

/** Whether the blacklist has the controller. GUIDs always match, addresses only if the settings say so. */
export function isOnBlacklist(
  { files, settings }: FileDependencies,
  controller: { guid: string; address: Address | undefined },
): boolean {
  const blacklist = files.blacklist.current();
  const { guid, address } = controller;
  return (
    blacklist.hasGuid(guid) || (settings.matchesAddresses && address !== undefined && blacklist.hasAddress(address))
  );
}

function readDepartments(text: string): { content?: Departments; problem: string | undefined } {
  try {
    return { content: parseDepartments(text), problem: undefined };
  } catch (error) {
    return { problem: (error as Error).message }; // See parseDepartments.
  }
}
