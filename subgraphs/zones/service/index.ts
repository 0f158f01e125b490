import type { JobDefinition } from '../../../platform/jobs.js';
import type { Platform } from '../../../platform/subgraph.js';
import type { ZoneDependencies } from './dependencies.js';
import { listImports } from './imports/list-imports.js';
import { listZones } from './imports/list-zones.js';

export type { ZoneRequest } from './dependencies.js';
export type { ImportConnectionRecord } from './imports/list-imports.js';

/** The verbs of this domain. Each takes who asks and one input, and throws DomainError. */
const verbs = { listZones, listImports };

type Verbs = typeof verbs;
type Bound<Verb> = Verb extends (dependencies: ZoneDependencies, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

export type ZoneService = { readonly [Name in keyof Verbs]: Bound<Verbs[Name]> } & {
  readonly jobs: readonly JobDefinition[];
};

/** The service of the zones domain on the given platform. */
export function createZoneService({ configuration, database, clock, log }: Platform): ZoneService {
  const dependencies: ZoneDependencies = { configuration, database, clock, log };
  const bound = Object.fromEntries(
    // Each verb takes the dependencies first; the mapped type above says what is left.
    Object.entries(verbs).map(([name, verb]) => [
      name,
      (verb as (...all: unknown[]) => unknown).bind(null, dependencies),
    ]),
  ) as { [Name in keyof Verbs]: Bound<Verbs[Name]> };
  return { ...bound, jobs: [] };
}
