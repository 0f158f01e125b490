import { DrivePermission } from '../vocabulary.js';

/**
 * Whether the application can access only the sites that an administrator has granted to it, because it has the
 * permission Sites.Selected ("Overview of Selected permissions in OneDrive and SharePoint",
 * https://learn.microsoft.com/graph/permissions-selected-overview).
 */
export function grantsPerSite(roles: readonly string[] | null): boolean {
  return roles?.includes('Sites.Selected') === true;
}

/**
 * Permissions that the application requires and the token lacks (specification, part B, section 2). Empty if `roles` is
 * null, because the roles are unknown, or with Sites.Selected, because permissions are then granted for each site.
 */
export function missingPermissions(roles: readonly string[] | null): DrivePermission[] {
  if (roles === null || grantsPerSite(roles)) return [];
  return Object.values(DrivePermission).filter((permission) => !roles.includes(permission));
}

/**
 * Reads up to 100 application roles from an access token, without verifying its signature. Empty if the token contains
 * no array of roles; null if it is not a readable JWT.
 */
export function rolesInToken(token: string): string[] | null {
  const [, payload = ''] = token.split('.');
  try {
    const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')); // `in` throws for values that are not objects.
    if (!('roles' in claims) || !Array.isArray(claims.roles)) return [];
    return claims.roles.filter((role) => typeof role === 'string').slice(0, 100);
  } catch {
    return null;
  }
}
