export { accessOf, authorize, isPermitted } from './authorize.js';
export { type EffectivePermission, effectivePermissions } from './effective.js';
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
