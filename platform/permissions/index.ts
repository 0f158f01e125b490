export { accessOf, authorize, isPermitted } from './authorize.js';
export { effectivePermissions, type ShownPermission } from './effective.js';
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
