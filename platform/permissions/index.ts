export { accessOf, authorize, isPermitted } from './authorize.js';
export { permissionsInForce, type ShownPermission } from './in-force.js';
export {
  type Condition,
  conditionNames,
  type Permission,
  type PermissionRule,
  permissionNames,
  permissions,
  type Role,
  roles,
} from './table.js';
