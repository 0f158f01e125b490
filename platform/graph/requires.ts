import type { Permission } from '../permissions/index.js';

/** The schema directive that names the required permission of a field (docs/decisions/0062). */
export const permissionDirective = '@requiresPermission';

/** SDL that a subgraph adds to import the permission directive, and to preserve it in composition. */
export const permissionLink = `extend schema @link(url: "https://specs.rampart.example/permissions/v1.0", import: ["${permissionDirective}"]) @composeDirective(name: "${permissionDirective}")`;

export const permissionDefinition = `"""
The permission that callers need for a field, as printed by \`rampart config --permissions\`. Services enforce it; routers do not need to.
"""
directive ${permissionDirective}(
  """A permission, such as \`alerts.read\`."""
  name: String!
) on FIELD_DEFINITION`;

/** Prints the directive for a field that requires the permission. */
export function printPermissionDirective(permission: Permission): string {
  return `${permissionDirective}(name: "${permission}")`;
}

/** Appends the required permission to the description of a field. */
export function appendPermission(description: string, permission: string): string {
  return `${description} Permission: \`${permission}\`.`;
}
