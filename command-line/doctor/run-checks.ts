import { setTimeout as delay } from 'node:timers/promises';
import type { Check, CheckContext, CheckResult } from './check.js';
import { failure } from './check.js';
import { adminToken } from './checks/admin-token.js';
import { brands } from './checks/brands.js';
import { certificate } from './checks/certificate.js';
import { clock } from './checks/clock.js';
import { collector } from './checks/collector.js';
import { controllers } from './checks/controllers.js';
import { dataDirectory } from './checks/data-directory.js';
import { database, migrations, timeouts } from './checks/database.js';
import { disk } from './checks/disk.js';
import { documentSite } from './checks/document-site.js';
import { documentSites } from './checks/document-sites.js';
import { encryption } from './checks/encryption.js';
import { instance } from './checks/instance.js';
import { blacklist, departments, license } from './checks/license-files.js';
import { mail } from './checks/mail.js';
import { massChanges } from './checks/mass-changes.js';
import { policyZones } from './checks/policy-zones.js';
import { licensesPort, mainPort } from './checks/ports.js';
import { rdap } from './checks/rdap.js';
import { rdapServers } from './checks/rdap-servers.js';
import { settings } from './checks/settings.js';
import { standby } from './checks/standby.js';
import { storedContents } from './checks/stored-contents.js';
import { tokens } from './checks/tokens.js';
import { zoneSources } from './checks/zone-sources.js';
import { reasonOf } from './reason.js';

/** All checks, in the order of the report. */
export const checks: readonly Check[] = [
  settings,
  instance,
  mainPort,
  licensesPort,
  dataDirectory,
  disk,
  database,
  timeouts,
  migrations,
  standby,
  tokens,
  adminToken,
  clock,
  certificate,
  controllers,
  encryption,
  license,
  departments,
  blacklist,
  mail,
  documentSite,
  documentSites,
  massChanges,
  storedContents,
  rdap,
  rdapServers,
  zoneSources,
  brands,
  policyZones,
  collector,
];

export interface NamedCheckResult extends CheckResult {
  readonly check: string;
}

/** Runs the checks concurrently, each with its timeout. If a check throws, the error is its result. */
export async function runChecks(selected: readonly Check[], context: CheckContext): Promise<NamedCheckResult[]> {
  return await Promise.all(selected.map(async (check) => ({ check: check.name, ...(await runCheck(check, context)) })));
}

async function runCheck({ run }: Check, context: CheckContext): Promise<CheckResult> {
  const completion = new AbortController();
  try {
    return await Promise.race([
      (async () => await run(context))(),
      delay(context.timeoutMs, undefined, { signal: completion.signal }).then(() => timeoutResult(context)),
    ]);
  } catch (error) {
    return failure(
      `the check failed: ${reasonOf(error)}`,
      'run rampart doctor again; if the check fails again, report this message as a bug in Rampart',
    );
  } finally {
    completion.abort();
  }
}

function timeoutResult({ timeoutMs }: CheckContext): CheckResult {
  const seconds = timeoutMs / 1000;
  return failure(`no result within ${seconds} s`, 'check the network, or increase --timeout');
}
