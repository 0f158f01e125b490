import { silentLog } from '../../../platform/log.js';
import { type LicenseFiles, openLicenseFiles } from '../../../subgraphs/licenses/service.js';
import { type Check, type CheckContext, failed, ok, skipped, warning } from '../check.js';
import { daysUntil, expirySoonDays } from '../expiry.js';

export const license: Check = {
  name: 'license',
  async run(context) {
    const { licenseFile } = context.configuration.licenses;
    if (licenseFile === '') return skipped('none is configured ([licenses] license_file): controllers are rejected');
    const { license: read, problem } = await filesOf(context).license.current();
    if (problem !== null || read === null) {
      return failed(
        `${licenseFile}: ${problem}`,
        'install a license signed with the key in [licenses] public_key_file (rampart license issue)',
      );
    }
    const until = new Date(read.expiresAt * 1000).toISOString();
    const days = daysUntil(read.expiresAt * 1000, context.clock.now());
    if (days < expirySoonDays) {
      return warning(
        `${licenseFile} expires in ${days} days, on ${until}`,
        'get a new license (rampart license issue)',
      );
    }
    return ok(`${licenseFile}: ${read.cap} controllers until ${until}`);
  },
};

export const blacklist: Check = {
  name: 'blacklist',
  run(context) {
    const { blacklist: file } = filesOf(context);
    const { path, problem } = file.status();
    if (path === null) return skipped('none is configured ([licenses] blacklist_file)');
    if (problem !== null) return failed(`${path}: ${problem}`, 'correct the file; one GUID, address or range per line');
    return ok(`${path}: ${file.current().entries.length} entries`);
  },
};

export const departments: Check = {
  name: 'departments',
  run(context) {
    const { departments: file } = filesOf(context);
    const { path, problem } = file.status();
    if (path === null) return skipped('none are configured ([licenses] departments_file)');
    if (problem !== null) {
      return failed(`${path}: ${problem}`, 'correct the file; [{"name": …, "addresses": […], "configuration": {…}}]');
    }
    return ok(`${path}: ${file.current().list.length} departments`);
  },
};

function filesOf({ configuration, clock }: CheckContext): LicenseFiles {
  return openLicenseFiles({ configuration, clock, log: silentLog });
}
