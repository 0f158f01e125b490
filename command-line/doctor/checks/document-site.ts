import { statSync } from 'node:fs';
import { dayMs } from '../../../platform/durations.js';
import { type Check, failed, ok, skipped, warning } from '../check.js';
import { reasonOf } from '../reason.js';

/** An application without a valid certificate gets no token. */
const certificateWarningDays = 30;

export const documentSite: Check = {
  name: 'document site',
  async run({ configuration, documentSite: inspect, clock }) {
    const { drive } = configuration;
    if (drive.folder !== '') return servedFolder(drive);
    try {
      const site = await inspect();
      if (site === null) return skipped('none is configured ([drive] graph_url, site_hostname, site_path)');
      if (site.missingPermissions.length > 0) {
        const missing = site.missingPermissions.join(', ');
        return failed(
          `${site.name}: the application lacks ${missing}`,
          'add the application permissions in its registration, and grant admin consent',
        );
      }
      const expiresAt = site.certificateExpiresAt;
      if (expiresAt !== null && expiresAt - clock.now() < certificateWarningDays * dayMs) {
        return warning(
          `${site.name} is found; the certificate of the application expires on ${new Date(expiresAt).toISOString().slice(0, 10)}`,
          'add a new certificate to the registration of the application, and replace [drive] client_certificate_file',
        );
      }
      if (drive.notificationUrl === '') {
        return warning(
          `${site.name} is found; without [drive] notification_url, changes are detected by polling every ten minutes`,
          'set [drive] notification_url to the public URL of /drive/notifications',
        );
      }
      return ok(`${site.name} is found (${site.id}), and the permissions are granted`);
    } catch (error) {
      return failed(reasonOf(error), 'compare the section [drive] with the registration of the application');
    }
  },
};

function servedFolder({ folder, graphUrl }: { folder: string; graphUrl: string }) {
  if (graphUrl !== '') return failed('[drive] folder and graph_url are both set', 'remove one of them');
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return ok(`${folder} is served as a site`);
  return failed(`${folder} is not a directory`, 'correct [drive] folder');
}
