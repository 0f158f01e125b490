import { X509Certificate } from 'node:crypto';
import { controllerIdentification } from '../../../gateway/authentication/index.js';
import { readCertificates } from '../../../gateway/tls/index.js';
import { countOf } from '../../../platform/count-of.js';
import { type Check, failure, ok, skip, warning } from '../check.js';
import { daysUntil, expiryWarningDays, formatDays } from '../expiry.js';

const action = 'see [licenses] controller_auth, client_ca_file and enrolment_secret in rampart.example.ini';

/** Checks that controllers can authenticate, if the settings require it. */
export const controllers: Check = {
  name: 'controllers',
  async run({ configuration: { licenses }, clock }) {
    if (licenses.controllerAuth === 'open')
      return skip('controllers are not authenticated ([licenses] controller_auth is open)');
    try {
      await controllerIdentification(licenses, clock);
      if (licenses.controllerAuth === 'secret') return ok('controllers authenticate with the enrolment secret');
      return assessAuthorities(licenses.clientCaFile, clock.now());
    } catch (error) {
      return failure((error as Error).message, action); // Both functions throw only instances of Error.
    }
  },
};

/**
 * Assesses the certificate authority that expires first. After that time, controllers with certificates of this
 * authority are rejected.
 */
function assessAuthorities(file: string, now: number) {
  const blocks = readCertificates(file).split(/(?<=-----END CERTIFICATE-----)\n/);
  const ends = blocks.map((block) => new X509Certificate(block).validToDate.getTime());
  const first = Math.min(...ends);
  const until = new Date(first).toISOString();
  const renew =
    'add the renewed CA certificate to [licenses] client_ca_file, and remove the old one when it has expired';
  if (first <= now) return failure(`${file} contains a CA certificate that expired on ${until}`, renew);
  const days = daysUntil(first, now);
  if (days < expiryWarningDays)
    return warning(`${file} contains a CA certificate that expires in ${formatDays(days)}, on ${until}`, renew);
  return ok(
    `controllers authenticate with client certificates; ${file} contains ${countOf(ends.length, 'valid CA certificate')}`,
  );
}
