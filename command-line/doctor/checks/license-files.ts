import { countOf } from '../../../platform/count-of.js';
import { silentLog } from '../../../platform/log.js';
import {
  type DocumentKind,
  documentsOf,
  type LicenseFiles,
  openLicenseFiles,
  type StoredDocument,
} from '../../../subgraphs/licenses/service.js';
import { type Check, type CheckContext, failure, ok, skip, warning } from '../check.js';
import { daysUntil, expiryWarningDays, formatDays } from '../expiry.js';

export const license: Check = {
  name: 'license',
  async run(context) {
    const { files, location } = await filesInUse(context, 'license');
    if (location === undefined) {
      return skip('no license is configured ([licenses] license_file): controllers are rejected');
    }
    const { license: validLicense, problem } = await files.license.current();
    if (problem !== null || validLicense === null) {
      return failure(
        `${location}: ${problem}`,
        'install a license signed with the private key of [licenses] public_key_file (rampart license issue)',
      );
    }
    const until = new Date(validLicense.expiresAt * 1000).toISOString();
    const days = daysUntil(validLicense.expiresAt * 1000, context.clock.now());
    if (days < expiryWarningDays) {
      return warning(
        `${location} expires in ${formatDays(days)}, on ${until}`,
        'issue a new license (rampart license issue)',
      );
    }
    return ok(`${location}: valid for ${countOf(validLicense.cap, 'controller')} until ${until}`);
  },
};

export const blacklist: Check = {
  name: 'blacklist',
  async run(context) {
    const { files, location } = await filesInUse(context, 'blacklist');
    if (location === undefined) return skip('no blacklist is configured ([licenses] blacklist_file)');
    const { problem } = files.blacklist.status();
    if (problem !== null) {
      return failure(
        `${location}: ${problem}`,
        'correct the blacklist: it must contain one GUID, IP address or CIDR range per line',
      );
    }
    return ok(`${location}: ${countOf(files.blacklist.current().entries.length, 'entry', 'entries')}`);
  },
};

export const departments: Check = {
  name: 'departments',
  async run(context) {
    const { files, location } = await filesInUse(context, 'departments');
    if (location === undefined) return skip('no departments are configured ([licenses] departments_file)');
    const { problem } = files.departments.status();
    if (problem !== null) {
      return failure(
        `${location}: ${problem}`,
        'correct the departments: they must have the form [{"name": …, "addresses": […], "configuration": {…}}]',
      );
    }
    return ok(`${location}: ${countOf(files.departments.current().list.length, 'department')}`);
  },
};

/**
 * Opens the license documents in use, and returns the location of the document of this kind; undefined if it is not
 * configured.
 */
async function filesInUse(
  context: CheckContext,
  kind: DocumentKind,
): Promise<{ files: LicenseFiles; location: string | undefined }> {
  const { configuration, clock } = context;
  const storedDocuments = await context.licenseDocuments();
  const files = openLicenseFiles({ configuration, clock, log: silentLog, documents: documentsOf(storedDocuments) });
  return {
    files,
    location: placementOf(
      configuration.licenses[`${kind}File`],
      storedDocuments.find((document) => document.kind === kind),
    ),
  };
}

function placementOf(file: string, document: StoredDocument | undefined): string | undefined {
  if (typeof document?.text !== 'string') return file === '' ? undefined : file;
  const location = `version ${document.version} in the database (changed by ${document.changedBy})`;
  return file === '' ? location : `${location}, instead of ${file}`;
}
