import { newCertificate } from './certificates.js';
import { describeRdapWorld, type RdapWorld } from './rdap-world.js';

/** What servers with TLS show, and the world below trusts. */
export const certificate = await newCertificate();

/**
 * A world in which allowances are no matter, and servers with TLS are trusted. All names are on this machine but for
 * `private.test`: there no registry is, whatever the operator allows.
 */
export function describeTrustingWorld(): RdapWorld {
  return describeRdapWorld({
    environment: { RAMPART_ZONES_RDAP_PER_MINUTE: '0,500,500', RAMPART_ZONES_RDAP_PER_DAY: '0,500,500' },
    outside: {
      certificates: certificate.cert,
      resolve: async (name) => [{ address: name === 'private.test' ? '169.254.169.254' : '127.0.0.1', family: 4 }],
    },
  });
}
