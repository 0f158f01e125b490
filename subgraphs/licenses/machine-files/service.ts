import { recordAudit } from '../../../platform/audit/index.js';
import { DomainError } from '../../../platform/domain-error.js';
import { assertBetween } from '../../../platform/input-limits.js';
import { isoTime } from '../../../platform/iso-time.js';
import { authorize } from '../../../platform/permissions/index.js';
import type { LicenseRequest } from '../dependencies.js';
import { graceEnd, type License, permitsCheckIns } from '../files/index.js';
import {
  allControllerFields,
  type ControllerRecord,
  leaseCutoff,
  lockSeats,
  type RegistryDependencies,
  readControllers,
  selectSeat,
} from '../registry/index.js';
import { signWithFile } from '../signing.js';
import { insertMachineFile } from '../usage/index.js';
import { machineFileExpiry, machineFileText } from './rules.js';

/**
 * Issues a signed machine file for a controller without access to the service. The controller must be registered, and
 * therefore occupies a seat. The usage log records the file.
 * @returns the text, its Ed25519 signature, and the expiration time
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT if no signing key is configured, for a number of
 * days outside of 1–366, or for a controller that would be rejected; NOT_FOUND for an unregistered controller
 */
export async function issueMachineFile(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  input: { guid: string; days: number },
): Promise<{ text: string; signature: Buffer; expiresAt: Date }> {
  authorize(request.caller, 'licenses.release');
  assertBetween({ name: 'days', value: input.days, min: 1, max: 366 });
  const license = await servedLicense(dependencies);
  const controller = await servedController(dependencies, request, input.guid);
  const now = dependencies.clock.now() / 1000;
  const leaseEnd = controller.leaseExpiresAt ? controller.leaseExpiresAt.getTime() / 1000 : undefined;
  const end = Math.floor(machineFileExpiry({ now, days: input.days, graceEnd: graceEnd(license), leaseEnd }));
  if (end <= now) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `Controller ${controller.guid} has lost its seat: it must check in again before a machine file can be issued`,
    );
  }
  const { name: department = null, configuration = {} } =
    dependencies.files.departments.current().match(controller.ipAddresses ?? []) ?? {};
  const { id, customer, expiresAt, entitlements } = license;
  const text = machineFileText({
    ...{ guid: controller.guid, hostname: controller.lastHostname ?? '' },
    ...{ department, default: configuration, entitlements },
    ...{ issuedAt: isoTime(Math.floor(now)), expiresAt: isoTime(end) },
    license: { id, customer, expiresAt: isoTime(expiresAt) },
  });
  const signature = signWithFile(dependencies.settings.signingKeyFile, text);
  await recordIssue(dependencies, request, { guid: controller.guid, license: id, at: now, expiresAt: end });
  return { text, signature, expiresAt: new Date(end * 1000) };
}

async function servedLicense({ files }: RegistryDependencies): Promise<License> {
  await files.documents.refresh();
  const { license, state, problem } = await files.license.current();
  if (license !== null && permitsCheckIns(state)) return license;
  throw new DomainError('BAD_USER_INPUT', `No controller is served: ${problem}`);
}

async function servedController(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  guid: string,
): Promise<ControllerRecord> {
  const [found] = await readControllers(dependencies, request, { guids: [guid], fields: allControllerFields });
  if (!found) throw notRegisteredError(guid);
  if (found.isBlacklisted) {
    throw new DomainError(
      'BAD_USER_INPUT',
      `Controller ${found.guid} is blacklisted: remove the entry of its GUID or address from the blacklist first`,
    );
  }
  return found;
}

/**
 * Records an issued machine file in the usage log and the audit log. Times are Unix epoch seconds.
 * @throws {DomainError} NOT_FOUND if the controller no longer has a seat
 */
async function recordIssue(
  dependencies: RegistryDependencies,
  request: LicenseRequest,
  { guid, license, at, expiresAt }: { guid: string; license: string; at: number; expiresAt: number },
): Promise<void> {
  const cutoff = await leaseCutoff(dependencies);
  await dependencies.database.transaction(async (sql) => {
    await lockSeats(sql); // A concurrent release either reports this file or prevents its issue.
    if (!(await selectSeat(sql, { guid, cutoff })).isRegistered) throw notRegisteredError(guid);
    await insertMachineFile(sql, { at, guid, expiresAt });
    const after = { expiresAt: isoTime(expiresAt), license };
    await recordAudit(sql, request, { action: 'issue.machine-file', object: `controller:${guid}`, after });
  });
}

function notRegisteredError(guid: string): DomainError {
  return new DomainError('NOT_FOUND', `Controller ${guid} is not registered`);
}
