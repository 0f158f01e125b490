import { createLicenseService, type LicenseService } from '../../subgraphs/licenses/service.js';
import { withPlatform } from '../platform.js';

/** Runs a function with the service of the licenses domain. */
export async function withLicenses<Result>(
  work: (licenses: LicenseService) => Promise<Result>,
  options?: Parameters<typeof withPlatform>[1],
): Promise<Result> {
  return await withPlatform((platform) => work(createLicenseService(platform)), options);
}
