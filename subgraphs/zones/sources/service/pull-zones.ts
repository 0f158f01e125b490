import type { ZoneSource } from '../../../../platform/configuration/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { ZoneRequest } from '../../dependencies.js';
import { zoneNameOf } from '../../names.js';
import { allSources } from './list-sources.js';
import type { PullProgress } from './pull.js';
import { type PullReport, pullZone } from './pull-zone.js';
import type { PullDependencies } from './runtime.js';

export interface PullZonesInput {
  /** Default: all zones with a source. */
  readonly zones?: readonly string[] | undefined;
  /** Accept zones that lack more than 20 % of the names. */
  readonly allowLoss?: boolean | undefined;
  readonly onProgress?: ((zone: string, progress: PullProgress) => void) | undefined;
}

/**
 * Pulls zones now, in order, whether or not they are due.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a zone without a source
 */
export async function pullZones(
  dependencies: PullDependencies,
  request: ZoneRequest,
  input: PullZonesInput,
): Promise<PullReport[]> {
  authorize(request.caller, 'zones.import');
  const { allowLoss, onProgress } = input;
  const reports: PullReport[] = [];
  const sources = await dependencies.database.guard((sql) => allSources(sql, dependencies));
  for (const source of selected(sources, input.zones ?? [])) {
    const { signal } = request;
    const report = (progress: PullProgress): void => onProgress?.(source.zone, progress);
    reports.push(await pullZone(dependencies, request, { source, signal, allowLoss, onProgress: report }));
  }
  return reports;
}

function selected(sources: readonly ZoneSource[], zones: readonly string[]): readonly ZoneSource[] {
  if (sources.length === 0) {
    throw new DomainError('BAD_USER_INPUT', 'No zone source is configured: set [zones] sources, such as com=czds');
  }
  if (zones.length === 0) return sources;
  return [...new Set(zones.map(zoneNameOf))].map((zone) => {
    const source = sources.find((configured) => configured.zone === zone);
    if (source !== undefined) return source;
    throw new DomainError('BAD_USER_INPUT', `${zone} has no source: add ${zone}=SOURCE to [zones] sources`);
  });
}
