import type { JobDefinition } from '../../../platform/jobs.js';
import { SecurityEvents } from '../../../platform/security-events.js';
import type { Platform } from '../../../platform/subgraph.js';
import { type BoundVerbs, bindVerbs } from '../../../platform/verbs.js';
import { accountJobs, accountVerbs } from './accounts/index.js';
import type { ZoneDependencies } from './dependencies.js';
import { importJobs, importVerbs } from './imports/index.js';
import { createRdapDesk, type Outside, rdapJobs, rdapVerbs } from './rdap/index.js';
import { searchJobs, searchVerbs } from './search/index.js';

export type { ImportRecord } from '../records.js';
export type * from './accounts/index.js';
export { createKeyAuthenticator } from './accounts/index.js';
export type { ZoneRequest } from './dependencies.js';
export type * from './imports/index.js';
export type { Outside, RdapDossierRecord } from './rdap/index.js';
export { inspectRdapBootstrap } from './rdap/index.js';
export type * from './search/index.js';
export { pageHistory, zoneFile } from './search/index.js';

/** The verbs of this domain. Each takes who asks and one input, and throws DomainError. */
const verbs = { ...accountVerbs, ...importVerbs, ...rdapVerbs, ...searchVerbs };

export type ZoneService = BoundVerbs<typeof verbs> & {
  readonly jobs: readonly JobDefinition[];
};

/** The service of the zones domain on the given platform; `outside` is how registries are reached, where not as usual. */
export function createZoneService(platform: Platform, outside?: Outside): ZoneService {
  const { configuration, database, clock, log, securityEvents = new SecurityEvents(platform) } = platform;
  const rdap = createRdapDesk(platform, outside);
  const dependencies: ZoneDependencies = {
    ...{ configuration, database, clock, log, securityEvents, rdap },
    settings: configuration.zones,
  };
  return {
    ...bindVerbs(verbs, dependencies),
    jobs: [
      ...accountJobs(dependencies),
      ...importJobs(dependencies),
      ...rdapJobs(dependencies),
      ...searchJobs(dependencies),
    ],
  };
}
