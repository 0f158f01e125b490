import { newCertificate } from './certificates.js';
import { describeRdapWorld, type RdapWorld } from './rdap-world.js';

/** The certificate of TLS servers, which the world below trusts. */
export const certificate = await newCertificate();

/**
 * A world that trusts the TLS servers, with lookup quotas that no test exhausts. All hostnames resolve to this machine,
 * except `private.test`, whose address is never allowed.
 */
export function describeTrustingWorld(): RdapWorld {
  return describeRdapWorld({
    environment: { RAMPART_ZONES_RDAP_PER_MINUTE: '0,500,500', RAMPART_ZONES_RDAP_PER_DAY: '0,500,500' },
    network: {
      certificates: certificate.cert,
      resolve: async (name) => [{ address: name === 'private.test' ? '169.254.169.254' : '127.0.0.1', family: 4 }],
    },
  });
}
