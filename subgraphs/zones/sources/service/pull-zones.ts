import type { ZoneSource } from '../../../../platform/configuration/index.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { authorize } from '../../../../platform/permissions/index.js';
import type { ZoneRequest } from '../../dependencies.js';
import { zoneNameOf } from '../../names.js';
import { allSources } from './list-sources.js';
import type { PullProgress } from './pull.js';
import { type PullReport, pullZone } from './pull-zone.js';
import { maxPulls, type PullDependencies } from './runtime.js';

export interface PullZonesInput {
  /** Zones to pull; default: all zones with a source. */
  readonly zones?: readonly string[] | undefined;
  /** Whether to import zones that lack more than 20% of their previous names; default: false. */
  readonly allowLoss?: boolean | undefined;
  /** Whether to import zones whose serial is older than the last one that was imported; default: false. */
  readonly allowOlderSerial?: boolean | undefined;
  /** Called with the progress of each zone, and with null when its pull has ended. */
  readonly onProgress?: ((zone: string, progress: PullProgress | null) => void) | undefined;
}

/**
 * Pulls zones now, whether or not they are due, and up to `concurrent_pulls` at a time.
 * @returns the reports in the order of the zones
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT for a zone without a source, and if there are no
 *   sources
 */
export async function pullZones(
  dependencies: PullDependencies,
  request: ZoneRequest,
  input: PullZonesInput,
): Promise<PullReport[]> {
  authorize(request.caller, 'zones.import');
  const sources = await dependencies.database.guard((sql) => allSources(sql, dependencies));
  const selectedSources = selectSources(sources, input.zones ?? []);
  const reports: PullReport[] = [];
  const remainingSources = selectedSources.entries();
  let hasFailed = false;
  const pullWaiting = async () => {
    for (const [index, source] of remainingSources) {
      if (hasFailed) return;
      try {
        reports[index] = await pullWithProgress(dependencies, request, { source, input });
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const pulls = Array.from({ length: Math.min(maxPulls(dependencies), selectedSources.length) }, pullWaiting);
  // Other pulls continue until they end, because they hold locks and connections.
  await Promise.allSettled(pulls);
  await Promise.all(pulls);
  return reports;
}

async function pullWithProgress(
  dependencies: PullDependencies,
  request: ZoneRequest,
  { source, input }: { source: ZoneSource; input: PullZonesInput },
): Promise<PullReport> {
  const { allowLoss, allowOlderSerial } = input;
  const report = (progress: PullProgress | null): void => input.onProgress?.(source.zone, progress);
  try {
    return await pullZone(dependencies, request, {
      ...{ source, signal: request.signal, allowLoss, allowOlderSerial },
      onProgress: report,
    });
  } finally {
    report(null);
  }
}

function selectSources(sources: readonly ZoneSource[], zones: readonly string[]): readonly ZoneSource[] {
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
