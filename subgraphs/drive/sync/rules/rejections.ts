import { DrivePermission } from '../vocabulary.js';
import { grantsPerSite } from './permissions.js';

/** The permissions of the application, and the site. */
export interface Access {
  /** Application roles of the current token; null before the first one, or if it is not a readable JWT. */
  readonly roles: readonly string[] | null;
  /** Hostname and path, such as `contoso.sharepoint.com:/sites/security`. */
  readonly site: string;
}

/**
 * Codes of errors that reject a file because of malware, in lower case: "Microsoft Graph error responses and resource
 * types" (https://learn.microsoft.com/graph/errors) and "Errors" of the OneDrive API.
 */
const malwareCodes: readonly string[] = ['malwaredetected', 'virussuspicious', 'virusinfected'];

/**
 * Explanation of a rejected request: a reason for programs, and a hint for people that follows the message of the site.
 * `code` is the decisive one of several codes.
 */
export function explainRejection(rejection: {
  status: number;
  codes: readonly string[];
  needs: DrivePermission;
  access: Access;
}): { reason: string; hint: string; code?: string } {
  const { status, codes, needs, access } = rejection;
  const malware = codes.find((code) => malwareCodes.includes(code.toLowerCase()));
  if (malware !== undefined) return { reason: 'malware', hint: '', code: malware };
  if (status !== 403) return { reason: 'rejected', hint: '' };
  if (!grantsPerSite(access.roles) || access.roles?.includes(needs) === true) {
    return { reason: 'missing_permission', hint: ` (requires the permission ${needs})` };
  }
  // "Overview of Selected permissions in OneDrive and SharePoint": consent alone gives no access to any site.
  const role = needs === DrivePermission.SITES_MANAGE ? 'manage' : 'read';
  return {
    reason: 'site_not_granted',
    hint: ` (the application has the permission Sites.Selected, which requires the role ${role} on ${access.site}: an administrator grants it with POST /v1.0/sites/{site-id}/permissions)`,
  };
}
