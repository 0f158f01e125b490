import type { JobDefinition } from '../../../platform/jobs.js';
import type { Platform } from '../../../platform/subgraph.js';
import { accountJobs, accountVerbs } from './accounts/index.js';
import type { ZoneDependencies } from './dependencies.js';
import { importJobs, importVerbs } from './imports/index.js';
import { createRdapDesk, type Outside, rdapJobs, rdapVerbs } from './rdap/index.js';
import { searchJobs, searchVerbs } from './search/index.js';

export type * from './accounts/index.js';
export { createKeyAuthenticator } from './accounts/index.js';
export type { ZoneRequest } from './dependencies.js';
export type * from './imports/index.js';
export type { Outside, RdapDossierRecord } from './rdap/index.js';
export type * from './search/index.js';
export { pageHistory, zoneFile } from './search/index.js';

/** The verbs of this domain. Each takes who asks and one input, and throws DomainError. */
const verbs = { ...accountVerbs, ...importVerbs, ...rdapVerbs, ...searchVerbs };

type Verbs = typeof verbs;
type Bound<Verb> = Verb extends (dependencies: ZoneDependencies, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

export type ZoneService = { readonly [Name in keyof Verbs]: Bound<Verbs[Name]> } & {
  readonly jobs: readonly JobDefinition[];
};

/** The service of the zones domain on the given platform; `outside` is how registries are reached, where not as usual. */
export function createZoneService(platform: Platform, outside?: Outside): ZoneService {
  const { configuration, database, clock, log } = platform;
  const rdap = createRdapDesk(platform, outside);
  const dependencies: ZoneDependencies = {
    ...{ configuration, database, clock, log, rdap },
    settings: configuration.zones,
  };
  const bound = Object.fromEntries(
    // Each verb takes the dependencies first; the mapped type above says what is left.
    Object.entries(verbs).map(([name, verb]) => [
      name,
      (verb as (...all: unknown[]) => unknown).bind(null, dependencies),
    ]),
  ) as { [Name in keyof Verbs]: Bound<Verbs[Name]> };
  return {
    ...bound,
    jobs: [
      ...accountJobs(dependencies),
      ...importJobs(dependencies),
      ...rdapJobs(dependencies),
      ...searchJobs(dependencies),
    ],
  };
}
