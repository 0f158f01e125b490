import { recordAudit } from '../../../platform/audit/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import { assertBetween } from '../../../platform/input-limits.js';
import { isoTime } from '../../../platform/iso-time.js';
import { authorize } from '../../../platform/permissions/index.js';
import type { LicenseRequest } from '../dependencies.js';
import { graceEnd, isServed } from '../files/index.js';
import { everyControllerField, type RegistryDependencies, readControllers } from '../registry/index.js';
import { type SigningDependencies, signWithFile } from '../signing.js';
import { insertMachineFile } from '../usage/index.js';
import { machineFileEnd, machineFileText } from './rules.js';

export type MachineFileDependencies = RegistryDependencies & SigningDependencies;

/**
 * Issues a signed file for a controller that cannot reach the service. The controller must be registered, so it
 * occupies a seat. The usage log gets an entry.
 * @returns the text, its Ed25519 signature, and the end of its validity
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT without a signing key, for a number of days outside
 * of 1–366, or for a controller that would be rejected; NOT_FOUND
 */
export async function issueMachineFile(
  dependencies: MachineFileDependencies,
  request: LicenseRequest,
  input: { guid: string; days: number },
): Promise<{ text: string; signature: Buffer; expiresAt: Date }> {
  authorize(request.caller, 'licenses.release');
  assertBetween({ name: 'days', value: input.days, min: 1, max: 366 });
  const { signingKeyFile, files, clock, database } = dependencies;
  if (signingKeyFile === '') {
    throw new DomainError('BAD_USER_INPUT', 'There is no signing key: set [licenses] signing_key_file');
  }
  await files.documents.refresh();
  const { license, state, problem } = await files.license.current();
  if (license === null || !isServed(state))
    throw new DomainError('BAD_USER_INPUT', `No controller is served: ${problem}`);
  const [found] = await readControllers(dependencies, request, { guids: [input.guid], fields: everyControllerField });
  if (!found) throw new DomainError('NOT_FOUND', `Controller ${input.guid} is not registered`);
  if (found.isBlacklisted) throw new DomainError('BAD_USER_INPUT', `Controller ${found.guid} is blacklisted`);
  const now = clock.now() / 1000;
  const leaseEnd = found.leaseExpiresAt ? found.leaseExpiresAt.getTime() / 1000 : undefined;
  const end = Math.floor(machineFileEnd({ now, days: input.days, graceEnd: graceEnd(license), leaseEnd }));
  if (end <= now) throw new DomainError('BAD_USER_INPUT', `Controller ${found.guid} has lost its seat`);
  const { name: department = null, configuration = {} } =
    files.departments.current().match(found.ipAddresses ?? []) ?? {};
  const { id, customer, expiresAt, entitlements } = license;
  const text = machineFileText({
    ...{ guid: found.guid, hostname: found.lastHostname ?? '', department, default: configuration, entitlements },
    ...{ issuedAt: isoTime(Math.floor(now)), expiresAt: isoTime(end) },
    license: { id, customer, expiresAt: isoTime(expiresAt) },
  });
  const signature = signWithFile(signingKeyFile, text);
  const object = `controller:${found.guid}` as const;
  const after = { expiresAt: isoTime(end), license: id };
  await database.transaction(async (sql) => {
    await insertMachineFile(sql, { at: now, guid: found.guid, expiresAt: end });
    await recordAudit(sql, request, { action: 'issue.machine-file', object, after });
  });
  return { text, signature, expiresAt: new Date(end * 1000) };
}
