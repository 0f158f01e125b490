import { statSync } from 'node:fs';
import { dayMs } from '../../../platform/durations.js';
import { type Check, failure, ok, skip, warning } from '../check.js';
import { reasonOf } from '../reason.js';

/**
 * Doctor warns if the certificate expires within this number of days. Without a valid certificate, the application
 * receives no token.
 */
const certificateWarningDays = 30;

export const documentSite: Check = {
  name: 'document site',
  async run({ configuration, documentSite: inspect, clock }) {
    const { drive } = configuration;
    if (drive.folder !== '') return checkServedFolder(drive);
    try {
      const site = await inspect();
      if (site === null) return skip('no document site is configured ([drive] graph_url, site_hostname, site_path)');
      if (site.missingPermissions.length > 0) {
        const missing = site.missingPermissions.join(', ');
        return failure(
          `${site.name}: the application lacks the permissions ${missing}`,
          'add the permissions to the app registration, and grant admin consent',
        );
      }
      const expiresAt = site.certificateExpiresAt;
      if (expiresAt !== null && expiresAt - clock.now() < certificateWarningDays * dayMs) {
        return warning(
          `${site.name} was found; the certificate of the application expires on ${new Date(expiresAt).toISOString().slice(0, 10)}`,
          'upload a new certificate to the app registration, then replace the file in [drive] client_certificate_file',
        );
      }
      if (drive.notificationUrl === '') {
        return warning(
          `${site.name} was found; without [drive] notification_url, changes are detected only by polling, by default every ten minutes`,
          'set [drive] notification_url to the public URL of /drive/notifications',
        );
      }
      return ok(`${site.name} was found (${site.id}), and the required permissions are granted`);
    } catch (error) {
      return failure(
        reasonOf(error),
        'check that this machine can reach the document site and its token service, and compare the settings in [drive] with the app registration',
      );
    }
  },
};

function checkServedFolder({ folder, graphUrl }: { folder: string; graphUrl: string }) {
  if (graphUrl !== '') return failure('[drive] folder and graph_url are both set', 'remove one of them');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true)
    return ok(`${folder} is served as a document site`);
  return failure(`${folder} is not a directory`, 'set [drive] folder to a directory');
}
