import { asList, asText } from './json.js';

/** EPP status names by RDAP status (RFC 8056, section 2), without spaces and in lower case. */
const eppNames = new Map([
  ...[
    'addPeriod',
    'autoRenewPeriod',
    'clientDeleteProhibited',
    'clientHold',
    'clientRenewProhibited',
    'clientTransferProhibited',
    'clientUpdateProhibited',
    'inactive',
    'linked',
    'ok',
    'pendingCreate',
    'pendingDelete',
    'pendingRenew',
    'pendingRestore',
    'pendingTransfer',
    'pendingUpdate',
    'redemptionPeriod',
    'renewPeriod',
    'serverDeleteProhibited',
    'serverHold',
    'serverRenewProhibited',
    'serverTransferProhibited',
    'serverUpdateProhibited',
    'transferPeriod',
  ].map((name) => [name.toLowerCase(), name] as const),
  ['active', 'ok'],
  ['associated', 'linked'],
]);

/**
 * The statuses of a domain by their EPP names, each once. Statuses without an EPP name (`locked`, and those specific to
 * a registry) remain unchanged.
 */
export function readStatuses(value: unknown): string[] {
  const statuses = asList(value).flatMap((status) => asText(status)?.split(',') ?? []);
  return [...new Set(statuses.flatMap(eppNameOf))];
}

function eppNameOf(status: string): string | [] {
  // Some registries copy the line of WHOIS: `clientHold https://icann.org/epp#clientHold`.
  const [text = ''] = status.split(/\(?\bhttps?:/i, 1);
  const name = text.trim();
  if (name === '') return [];
  return eppNames.get(name.toLowerCase().replace(/[^a-z]/g, '')) ?? name;
}
