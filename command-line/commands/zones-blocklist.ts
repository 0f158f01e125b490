import { type Command, Option } from 'commander';
import { localRequest } from '../../platform/caller.js';
import { type BlockListFormat, blockListFormats, createZoneService } from '../../subgraphs/zones/service.js';
import { addOutputOptions, exportTo, type OutputOptions } from '../record-output.js';
import { brandOf } from './zones-brands.js';

interface BlockListOptions extends OutputOptions {
  readonly format: BlockListFormat;
  readonly brand?: string;
  readonly tenant?: string;
}

/** Adds `rampart zones blocklist`, which prints the names of blocked hits for DNS resolvers. */
export function addBlockListCommand(zones: Command): void {
  const command = zones
    .command('blocklist')
    .description(
      'Export the domain names of hits that are confirmed or blocked automatically, as a block list for resolvers.',
    )
    .addHelpText(
      'after',
      `
The domains and hosts formats block exactly these names; the adblock, unbound, dnsmasq and rpz formats also block their
subdomains. Pi-hole and AdGuard Home can read the domains and adblock formats; the rpz format is a zone file for a
response policy zone.`,
    )
    .addOption(new Option('--format <format>', 'format of the list').choices(blockListFormats).default('domains'))
    .option('--brand <brand>', 'only hits of this brand: id, or name if only one tenant has it')
    .option('--tenant <id>', 'only hits for brands of this tenant');
  addOutputOptions(command).action(async ({ format, brand, tenant, ...options }: BlockListOptions) => {
    await exportTo(options, 'names', async (platform, output) => {
      const service = createZoneService(platform);
      const brandIds = brand === undefined ? undefined : [brandOf(await service.listBrands(localRequest), brand).id];
      await service.exportBlockList(localRequest, { format, brandIds, tenantId: tenant, ...output });
    });
  });
}
