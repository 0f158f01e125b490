import type { DocumentedEndpoint } from './support/zones-contract-cases.js';
import { accountEndpoints } from './zones-contract-accounts.js';
import { credentialEndpoints } from './zones-contract-credentials.js';
import { dataEndpoints } from './zones-contract-data.js';

/**
 * The documented endpoints of the domain zone feed as data: specification, sections 4 and 7. Ids are
 * permanent. Expectations are literals, not derived from the code under test.
 */
export const zonesContract: readonly DocumentedEndpoint[] = [
  ...accountEndpoints,
  ...credentialEndpoints,
  ...dataEndpoints,
];
