export { type CheckIn, lockSeats, registerController, selectSeat, touchController } from './repository/seats.js';
export { createLocalTime } from './rules.js';
export {
  type ControllerFields,
  type ControllerRecord,
  everyControllerField,
  type RegistryDependencies,
} from './service/controller-record.js';
export { listControllers } from './service/list-controllers.js';
export {
  controllersByGuids,
  controllersByNames,
  readAllControllers,
  readControllers,
} from './service/read-controllers.js';
export { licenseStatus, releaseController } from './service/seats.js';
