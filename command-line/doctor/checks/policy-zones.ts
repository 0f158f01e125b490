import { countOf } from '../../../platform/count-of.js';
import { type PolicyZoneRecord, policyZonesIn } from '../../../subgraphs/zones/service.js';
import { assessTables } from '../assess-tables.js';
import { type Check, type CheckResult, ok, skip, warning } from '../check.js';

/** Checks that the clients of response policy zones have the current version of each zone. Sends no DNS queries. */
export const policyZones: Check = {
  name: 'policy zones',
  async run(context) {
    const { dns } = context.configuration;
    if (dns.policyZones.length === 0) return skip('no policy zone is configured ([dns] policy_zones)');
    const options = { zones: dns.policyZones, dns, now: context.clock.now() };
    return await assessTables(context, (sql) => policyZonesIn(sql, options), assessZones);
  },
};

function assessZones(zones: readonly PolicyZoneRecord[]): CheckResult {
  const problems = zones.flatMap(problemsOf);
  const clients = zones.reduce((sum, zone) => sum + zone.clients.length, 0);
  if (problems.length === 0)
    return ok(`${countOf(zones.length, 'policy zone')} with ${countOf(clients, 'client')}; none is behind or silent`);
  const [reported, others] = [problems.slice(0, 5), problems.length - 5];
  return warning(
    `${reported.join('; ')}${others > 0 ? `; and ${others} more` : ''}`,
    'see rampart zones policy-zones --clients, and the log of the resolver, which must be able to reach [dns] host and port',
  );
}

function problemsOf({ name, serial, clients, secondaries }: PolicyZoneRecord): string[] {
  if (serial === null)
    return [
      `another process serves ${name} for another tenant: specify the same tenant for it in [dns] policy_zones of all processes`,
    ];
  const missing = secondaries.filter(({ hasTransferred }) => !hasTransferred);
  return [
    ...(clients.length === 0 && secondaries.length === 0 ? [`no resolver has transferred ${name} yet`] : []),
    ...missing.map(({ address, error }) => `${address} has never transferred ${name}${formatNotifyError(error)}`),
    ...clients.flatMap(({ address, state, requestedAt, serial: clientSerial }) => {
      if (state === 'silent') return [`${address} has not requested ${name} since ${requestedAt.toISOString()}`];
      return state === 'outdated'
        ? [`${address} serves ${name} with the serial ${clientSerial} instead of ${serial}`]
        : [];
    }),
  ];
}

function formatNotifyError(error: string | null): string {
  return error === null ? '' : ` (NOTIFY: ${error})`;
}
