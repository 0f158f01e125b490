import type { Clock } from '../../../platform/clock.js';
import type { Configuration } from '../../../platform/configuration/index.js';
import type { Logger } from '../../../platform/log.js';
import { type Blacklist, emptyBlacklist, parseBlacklist } from '../rules/blacklist.js';
import { type Departments, noDepartments, parseDepartments } from '../rules/departments.js';
import { type KeptFile, keepFile } from './kept-file.js';
import { keepLicenseFile, type LicenseFile } from './license-file.js';

/** The files that controllers are checked against, as they are now. */
export interface LicenseFiles {
  readonly license: LicenseFile;
  readonly blacklist: KeptFile<Blacklist>;
  readonly departments: KeptFile<Departments>;
}

export function openLicenseFiles(options: { configuration: Configuration; clock: Clock; log: Logger }): LicenseFiles {
  const { clock, log } = options;
  const { licenseFile, publicKeyFile, blacklistFile, departmentsFile } = options.configuration.licenses;
  return {
    license: keepLicenseFile({ path: licenseFile, publicKeyPath: publicKeyFile, clock, log }),
    blacklist: keepFile({
      ...{ name: 'blacklist', path: blacklistFile, clock, log, empty: emptyBlacklist },
      parse(text) {
        const { blacklist, problem } = parseBlacklist(text);
        return { content: blacklist, problem };
      },
    }),
    departments: keepFile({
      ...{ name: 'departments', path: departmentsFile, clock, log, empty: noDepartments },
      parse: readDepartments,
    }),
  };
}

function readDepartments(text: string): { content?: Departments; problem: string | undefined } {
  try {
    return { content: parseDepartments(text), problem: undefined };
  } catch (error) {
    return { problem: (error as Error).message }; // See parseDepartments.
  }
}
