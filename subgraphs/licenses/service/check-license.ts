import type { DomainError } from '../../../platform/domain-error.js';
import { announceEvents } from '../../../platform/events/index.js';
import type { LicenseCheckRecord } from '../records.js';
import { type CheckIn, lockSeats, registerController, selectSeat, touchController } from '../repository/controllers.js';
import { type Address, parseAddress } from '../rules/address.js';
import { checkReport, type RawReport } from '../rules/report.js';
import { LicenseEndpoint, LicenseState, RefusalCause } from '../vocabulary.js';
import { assertControllerOrOperator, assertOwnGuid } from './authorisation.js';
import type { LicenseDependencies, LicenseRequest } from './dependencies.js';
import { countRequest } from './rate.js';
import { type Refusal, refuse } from './refusals.js';

const endpoint = LicenseEndpoint.CHECK_LICENSE;

/**
 * Checks a controller in: specification, section 4, "POST /api/check-license/", in the order of the design's row "Check
 * order". A registered controller is served also when all seats are taken.
 * @throws {DomainError} RATE_LIMITED; BAD_USER_INPUT for a bad report; FORBIDDEN for an invalid license, a controller on the
 * blacklist, or no seat left; `details.reason` has the cause
 */
export async function checkLicense(
  dependencies: LicenseDependencies,
  request: LicenseRequest,
  input: { report: RawReport; isMalformed: boolean },
): Promise<LicenseCheckRecord> {
  assertControllerOrOperator(dependencies, request, 'change');
  await countRequest(dependencies, request, endpoint);
  if (input.isMalformed) throw await refused(dependencies, RefusalCause.INVALID_JSON, 'Invalid JSON');
  const checked = checkReport(input.report);
  if ('problem' in checked) {
    const { cause, message, field } = checked.problem;
    throw await refused(dependencies, cause, message, { field });
  }
  const { report } = checked;
  assertOwnGuid(dependencies, request, report.guid);
  const cap = await licensedCap(dependencies, endpoint);
  const address = parseAddress(request.sourceAddress);
  if (isOnBlacklist(dependencies, report.guid, address)) {
    throw await refused(dependencies, RefusalCause.BLACKLISTED, 'Controller is blacklisted');
  }
  const department = dependencies.files.departments.current().match(report.ipAddresses);
  const { logdir: _unused, ...kept } = report;
  const checkIn: CheckIn = {
    ...kept,
    at: dependencies.clock.now() / 1000,
    ipAddr: address?.text ?? null,
    department: department?.name ?? null,
  };
  if (address !== undefined && request.via === 'rest') dependencies.alarms.checkedIn(report.guid, address.text);
  const isNew = await takeSeat(dependencies, checkIn, cap);
  announceEvents(dependencies.database);
  const { guid } = report;
  return {
    guid,
    message: 'Valid License',
    department: checkIn.department,
    configuration: department?.configuration ?? {},
    isNew,
  };
}

/**
 * The cap of a license that holds now.
 * @throws {DomainError} FORBIDDEN, `details.reason` is `invalid_license`
 */
export async function licensedCap(dependencies: LicenseDependencies, asked: LicenseEndpoint): Promise<number> {
  const current = dependencies.files.license.current();
  const { state, license } = current instanceof Promise ? await current : current;
  if (state === LicenseState.VALID && license !== null) return license.cap;
  throw await refuse(dependencies, {
    endpoint: asked,
    cause: RefusalCause.INVALID_LICENSE,
    message: 'Invalid license',
  });
}

/** Design, row "Blacklist": GUIDs always count, addresses only where the settings say so. */
export function isOnBlacklist(dependencies: LicenseDependencies, guid: string, address: Address | undefined): boolean {
  const blacklist = dependencies.files.blacklist.current();
  if (blacklist.holdsGuid(guid)) return true;
  return dependencies.settings.matchesAddresses && address !== undefined && blacklist.holdsAddress(address);
}

/**
 * Gives a controller its seat, or finds that it has one. Almost every check-in is of a registered controller: one statement.
 * @returns true when it was registered by this
 * @throws {DomainError} FORBIDDEN when all seats are taken by others
 */
async function takeSeat(dependencies: LicenseDependencies, checkIn: CheckIn, cap: number): Promise<boolean> {
  const database = dependencies.database.urgent;
  if (await database.guard((sql) => touchController(sql, checkIn))) return false;
  if (checkIn.ipAddr !== null) dependencies.alarms.appeared(checkIn.guid, checkIn.ipAddr);
  // A look without the lock: controllers without a seat that keep asking must not hold up those that get one.
  const seat = await database.guard((sql) => selectSeat(sql, checkIn.guid));
  if (!seat.isRegistered && seat.used >= cap) throw await noSeat(dependencies);
  const taken = await database.transaction(async (sql) => {
    await lockSeats(sql);
    if (await registerController(sql, checkIn, cap)) return 'registered';
    return (await touchController(sql, checkIn)) ? 'touched' : 'none';
  });
  if (taken === 'none') throw await noSeat(dependencies);
  return taken === 'registered';
}

async function noSeat(dependencies: LicenseDependencies): Promise<DomainError> {
  return await refused(dependencies, RefusalCause.NO_SEAT, 'No devices available');
}

async function refused(
  dependencies: LicenseDependencies,
  cause: RefusalCause,
  message: string,
  details?: Refusal['details'],
): Promise<DomainError> {
  return await refuse(dependencies, { endpoint, cause, message, ...(details && { details }) });
}
