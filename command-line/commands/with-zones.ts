import { createZoneService, type ZoneService } from '../../subgraphs/zones/service.js';
import { withPlatform } from '../platform.js';

/** Runs a function with the service of the zones domain. */
export async function withZones<Result>(
  work: (zones: ZoneService) => Promise<Result>,
  options?: Parameters<typeof withPlatform>[1],
): Promise<Result> {
  return await withPlatform((platform) => work(createZoneService(platform)), options);
}
