import { DrivePermission } from '../vocabulary.js';

/**
 * Whether the application has access to the sites that an administrator has granted to it, instead of all: the
 * permission Sites.Selected ("Overview of Selected permissions in OneDrive and SharePoint",
 * https://learn.microsoft.com/graph/permissions-selected-overview).
 */
export function grantsPerSite(roles: readonly string[] | null): boolean {
  return roles?.includes('Sites.Selected') === true;
}

/**
 * Permissions that the application needs and the token lacks (specification, part B, section 2). None if `roles` is
 * null, because the roles are unknown, or with Sites.Selected, because the site grants the permissions.
 */
export function missingPermissions(roles: readonly string[] | null): DrivePermission[] {
  if (roles === null || grantsPerSite(roles)) return [];
  return Object.values(DrivePermission).filter((permission) => !roles.includes(permission));
}

/**
 * The application roles in an access token, a JWT that is not verified here: at most 100, and none if it contains no
 * list of roles. Null if it is not a readable JWT.
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
