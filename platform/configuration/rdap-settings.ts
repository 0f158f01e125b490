import { httpUrl } from './addresses.js';
import { flag, integer, perTier } from './setting.js';

/** RDAP settings of the section `zones`. */
export const rdapSettings = {
  rdapBootstrapUrl: httpUrl({
    default: 'https://data.iana.org/rdap/dns.json',
    description: 'URL of the RDAP bootstrap registry (RFC 9224).',
  }),
  rdapAllowPrivate: flag({
    default: false,
    description: 'Whether RDAP servers may have private or loopback addresses.',
  }),
  rdapPerMinute: perTier({
    default: [0, 10, 30],
    description:
      'Maximum number of RDAP lookups per account per minute, for the tiers trial, basic and enterprise; 0: RDAP lookups are not available.',
  }),
  rdapPerDay: perTier({
    default: [0, 100, 1000],
    description:
      'Maximum number of RDAP lookups per account per day, for the tiers trial, basic and enterprise; 0: RDAP lookups are not available.',
  }),
  rdapMaxWatches: integer(
    { minimum: 0, maximum: 100_000 },
    {
      default: 1000,
      description: 'Maximum number of watched domains of each account and of each tenant; 0: no domains can be added.',
    },
  ),
  rdapHistoryDays: integer(
    { minimum: 1, maximum: 36_500 },
    {
      default: 730,
      description:
        'Retention of the history of watched domains, in days; the newest dossier of each domain is never deleted.',
    },
  ),
  rdapBulkNames: integer(
    { minimum: 1, maximum: 100_000 },
    { default: 10_000, description: 'Maximum number of domain names in a bulk RDAP lookup.' },
  ),
};
