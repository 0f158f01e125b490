import { Directive } from 'type-graphql';
import type { Permission } from '../permissions/index.js';

/** The directive of the schema that names the permission of a field; docs/decisions/0062. */
export const permissionDirective = '@requiresPermission';

/** The additional SDL of a subgraph, which imports the directive, and makes composition keep it. */
export const permissionLink = `extend schema @link(url: "https://specs.rampart.example/permissions/v1.0", import: ["${permissionDirective}"]) @composeDirective(name: "${permissionDirective}")`;

export const permissionDefinition = `"""
The permission that callers need for a field, as printed by \`rampart config --permissions\`. Services enforce it; routers do not need to.
"""
directive ${permissionDirective}(
  """A permission, such as \`alerts.read\`."""
  name: String!
) on FIELD_DEFINITION`;

/** The directive as it is applied to a field. */
export function printPermission(permission: Permission): string {
  return `${permissionDirective}(name: "${permission}")`;
}

/** The description of a field with its permission. */
export function appendPermission(description: string, permission: string): string {
  return `${description} Permission: \`${permission}\`.`;
}

/** States the permission of a root field in the schema. The service that the field calls requires it. */
export function Requires(permission: Permission): MethodDecorator & PropertyDecorator {
  return Directive(printPermission(permission));
}
