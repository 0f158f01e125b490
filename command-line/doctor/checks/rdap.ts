import { statSync } from 'node:fs';
import { join } from 'node:path';
import { inspectRdapBootstrap } from '../../../subgraphs/zones/service.js';
import { type Check, ok, warning } from '../check.js';
import { reasonOf } from '../reason.js';

export const rdap: Check = {
  name: 'RDAP bootstrap',
  async run({ configuration, origins, signal }) {
    const { rdapBootstrapUrl: url } = configuration.zones;
    const fallback = fallbackIn(configuration.server.dataDir);
    // The default is IANA's URL, which doctor does not request unless it is configured explicitly.
    if (!origins.has('zones.rdapBootstrapUrl'))
      return ok(`the default URL ${url} is not checked; ${fallback} is available`);
    try {
      const count = await inspectRdapBootstrap({ url, deadline: signal });
      return ok(`${url} lists the servers of ${count} top-level domains`);
    } catch (error) {
      return warning(
        `${url}: ${reasonOf(error)}; ${fallback} is used`,
        'check [zones] rdap_bootstrap_url, and that this machine can reach it',
      );
    }
  },
};

function fallbackIn(dataDir: string): string {
  const copy = statSync(join(dataDir, 'rdap', 'bootstrap.json'), { throwIfNoEntry: false });
  return copy === undefined ? 'the packaged copy' : `the copy downloaded at ${copy.mtime.toISOString()}`;
}
