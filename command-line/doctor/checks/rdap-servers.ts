import { countOf } from '../../../platform/count-of.js';
import { readRdapBacklogWith } from '../../../subgraphs/zones/service.js';
import { assessTables } from '../assess-tables.js';
import { type Check, type CheckResult, ok, warning } from '../check.js';

/** Checks whether requests to RDAP servers are paused after failures. Sends no requests to the servers. */
export const rdapServers: Check = {
  name: 'RDAP servers',
  run: (context) =>
    assessTables(context, (sql) => readRdapBacklogWith(sql, { now: context.clock.now() }), assessServers),
};

function assessServers(found: Awaited<ReturnType<typeof readRdapBacklogWith>>): CheckResult {
  const { pausedServers, waitingNames, watches, failingWatches } = found;
  const backlog = `${countOf(waitingNames, 'domain name')} waiting in bulk lookups, ${failingWatches} of ${countOf(watches, 'watch', 'watches')} failing`;
  if (pausedServers.length === 0) return ok(`no RDAP server is paused; ${backlog}`);
  const examples = pausedServers
    .slice(0, 5)
    .map(({ server, until, message }) => `${server} until ${new Date(until).toISOString()} (${message})`);
  return warning(
    `${countOf(pausedServers.length, 'RDAP server')} paused: ${examples.join('; ')}; ${backlog}`,
    'check that this machine can reach the servers; if a registry blocks it, ask the contact in the terms of use of the registry',
  );
}
