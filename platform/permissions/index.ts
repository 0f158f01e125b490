export { type Access, accessOf, authorize, isPermitted, roleOf } from './authorize.js';
export { permissionsInForce, type ShownPermission } from './in-force.js';
export {
  type Condition,
  conditions,
  type Grants,
  type Permission,
  type PermissionRule,
  permissionNames,
  permissions,
  type Role,
  roles,
  type Scope,
} from './table.js';
