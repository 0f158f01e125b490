export { isExpired } from './repository/leases.js';
export { countRankedByDepartment, selectAddresses, selectRanked } from './repository/scan.js';
export {
  type LeasedCheckIn,
  lockSeats,
  registerController,
  selectSeat,
  selectSeatsUsed,
  touchControllers,
} from './repository/seats.js';
export { createLocalTimeFormatter } from './rules.js';
export {
  allControllerFields,
  type ControllerFields,
  type ControllerRecord,
  controllerFieldsFor,
  type RegistryDependencies,
} from './service/controller-record.js';
export { findHostsJob } from './service/find-hosts.js';
export { freeSeats, freeSeatsJob, leaseCutoff, leaseStart } from './service/leases.js';
export { listControllers } from './service/list-controllers.js';
export {
  controllersByGuids,
  controllersByNames,
  readAllControllers,
  readControllers,
} from './service/read-controllers.js';
export { licenseStatus, releaseController } from './service/seats.js';
