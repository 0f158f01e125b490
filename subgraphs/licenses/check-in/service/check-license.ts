import { DomainError } from '../../../../platform/domain-error.js';
import { notifyListeners } from '../../../../platform/events/index.js';
import { assertControllerOrOperator } from '../../authorization.js';
import type { LicenseRequest } from '../../dependencies.js';
import { isOnBlacklist, type License, parseAddress, permitsCheckIns } from '../../files/index.js';
import {
  type ControllerFields,
  type ControllerRecord,
  freeSeats,
  type LeasedCheckIn,
  leaseCutoff,
  lockSeats,
  type RegistryDependencies,
  readAllControllers,
  registerController,
  selectSeat,
  touchControllers,
} from '../../registry/index.js';
import { LicenseEndpoint, RejectionCause } from '../../vocabulary.js';
import { checkReport, type RawReport } from '../rules/report.js';
import type { CheckInAlarms } from './alarms.js';
import { enforceRateLimit } from './rate.js';
import { type Rejection, recordRejection } from './rejections.js';
import type { CheckInWrites } from './writes.js';

export interface CheckInDependencies extends RegistryDependencies {
  readonly alarms: CheckInAlarms;
  readonly writes: CheckInWrites;
}

/** The result of an accepted check-in. `department` is null if no department matches. */
export type LicenseCheckRecord = Awaited<ReturnType<typeof checkLicense>>;

const endpoint = LicenseEndpoint.CHECK_LICENSE;

/**
 * Checks in a controller (specification, section 4, "POST /api/check-license/"). If several checks fail, the first one
 * determines the error. A registered controller is served even if all seats are occupied.
 * @throws {DomainError} UNAUTHENTICATED; RATE_LIMITED; BAD_USER_INPUT for an invalid report; FORBIDDEN for a caller
 * without the permission, a certificate of another controller, an invalid license, a blacklisted controller, or no free
 * seat. `details.reason` is the cause.
 */
export async function checkLicense(
  dependencies: CheckInDependencies,
  request: LicenseRequest,
  input: { report: RawReport; isMalformed: boolean; wantsEntitlements?: boolean },
) {
  assertControllerOrOperator(dependencies, request, 'licenses.register');
  await enforceRateLimit(dependencies, request, endpoint);
  if (input.isMalformed) throw await recordCheckInRejection(dependencies, RejectionCause.INVALID_JSON, 'Invalid JSON');
  const reportCheck = checkReport(input.report);
  if ('problem' in reportCheck) {
    const { cause, message, field } = reportCheck.problem;
    throw await recordCheckInRejection(dependencies, cause, message, { field });
  }
  const { logdir: _unused, ...report } = reportCheck.report;
  const { guid } = report;
  assertOwnGuid(dependencies, request, guid);
  const { cap, entitlements } = await servedLicense(dependencies, endpoint);
  const address = parseAddress(request.sourceAddress);
  if (isOnBlacklist(dependencies, { guid, address })) {
    throw await recordCheckInRejection(dependencies, RejectionCause.BLACKLISTED, 'Controller is blacklisted');
  }
  const { name: department = null, configuration = {} } =
    dependencies.files.departments.current().match(report.ipAddresses) ?? {};
  const cutoff = await leaseCutoff(dependencies);
  const at = dependencies.clock.now() / 1000;
  const checkIn = { ...report, at, ipAddr: address?.text ?? null, department, cutoff };
  if (address !== undefined && request.via === 'rest') dependencies.alarms.recordCheckIn(guid, address.text);
  const isNew = await takeSeat(dependencies, checkIn, cap);
  notifyListeners(dependencies.database);
  return {
    ...{ guid, message: 'Valid License', department, isNew },
    configuration: input.wantsEntitlements ? { ...configuration, entitlements } : configuration,
  };
}

/**
 * All registered controllers, oldest registration first (specification, section 4, "GET /api/get-licenses/").
 * @throws {DomainError} UNAUTHENTICATED; RATE_LIMITED; FORBIDDEN for a caller without the permission, or an invalid
 * license
 */
export async function activeControllers(
  dependencies: CheckInDependencies,
  request: LicenseRequest,
  fields: ControllerFields,
): Promise<ControllerRecord[]> {
  assertControllerOrOperator(dependencies, request, 'licenses.read');
  await enforceRateLimit(dependencies, request, LicenseEndpoint.GET_LICENSES);
  await servedLicense(dependencies, LicenseEndpoint.GET_LICENSES);
  return await readAllControllers(dependencies, fields);
}

/**
 * Verifies that the certificate of the caller, if it has one, contains this GUID. Otherwise, reports the impersonation
 * and throws FORBIDDEN.
 */
function assertOwnGuid({ alarms }: CheckInDependencies, { caller, sourceAddress }: LicenseRequest, guid: string): void {
  if (caller.kind !== 'controller' || caller.guids === null || caller.guids.includes(guid)) return;
  alarms.reportImpersonation({ guid, certificateGuids: caller.guids.join(' '), source: sourceAddress });
  throw new DomainError('FORBIDDEN', 'The client certificate does not belong to the controller', {
    reason: 'certificate_of_another_controller',
  });
}

/** Returns the license if controllers are currently served under it; otherwise throws FORBIDDEN. */
async function servedLicense(dependencies: CheckInDependencies, endpoint: LicenseEndpoint): Promise<License> {
  const current = dependencies.files.license.current();
  const { state, license } = current instanceof Promise ? await current : current;
  if (permitsCheckIns(state) && license !== null) return license;
  const rejection = { endpoint, cause: RejectionCause.INVALID_LICENSE, message: 'Invalid license' };
  throw await recordRejection(dependencies, rejection);
}

/**
 * Records the check-in of a controller, and registers the controller if it has no seat. For the many controllers that
 * have a seat, a single statement, shared with concurrent check-ins, is sufficient.
 * @returns true if the call registered the controller
 * @throws {DomainError} FORBIDDEN if other controllers occupy all seats
 */
async function takeSeat(dependencies: CheckInDependencies, checkIn: LeasedCheckIn, cap: number): Promise<boolean> {
  const database = dependencies.database.urgent;
  if (await dependencies.writes.touch.run(checkIn)) return false;
  if (checkIn.ipAddr !== null) dependencies.alarms.recordNewController(checkIn.guid, checkIn.ipAddr);
  // Read without the lock: controllers that retry without a seat must not delay those that get one.
  const seat = await database.guard((sql) => selectSeat(sql, checkIn));
  if (!seat.isRegistered && seat.used >= cap)
    throw await recordCheckInRejection(dependencies, RejectionCause.NO_SEAT, 'No devices available');
  const outcome = await database.transaction(async (sql) => {
    const { used } = await lockSeats(sql);
    const { guid, cutoff } = checkIn;
    await freeSeats(sql, dependencies, { guid, cutoff, limit: Math.max(1, used - cap + 1) });
    if (await registerController(sql, { ...checkIn, cap })) return 'registered';
    const updatedControllers = await touchControllers(sql, { checkIns: [checkIn] });
    return updatedControllers.length > 0 ? 'touched' : 'none';
  });
  if (outcome === 'none')
    throw await recordCheckInRejection(dependencies, RejectionCause.NO_SEAT, 'No devices available');
  return outcome === 'registered';
}

async function recordCheckInRejection(
  dependencies: CheckInDependencies,
  cause: RejectionCause,
  message: string,
  details?: Rejection['details'],
): Promise<DomainError> {
  return await recordRejection(dependencies, { endpoint, cause, message, ...(details && { details }) });
}
