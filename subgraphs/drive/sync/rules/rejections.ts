import { DrivePermission } from '../vocabulary.js';
import { grantsPerSite } from './permissions.js';

/** The permissions of the application, and the site that it accesses. */
export interface Access {
  /** Application roles of the current token; null if there is no token yet, or it is not a readable JWT. */
  readonly roles: readonly string[] | null;
  /** Hostname and path, such as `contoso.sharepoint.com:/sites/security`. */
  readonly site: string;
}

/**
 * Error codes, in lower case, with which Microsoft Graph rejects a file because of malware: "Microsoft Graph error
 * responses and resource types" (https://learn.microsoft.com/graph/errors) and "Errors" of the OneDrive API.
 */
const malwareCodes: readonly string[] = ['malwaredetected', 'virussuspicious', 'virusinfected'];

/**
 * Explains a rejected request: a machine-readable reason, a hint to append to the message of the site, and the most
 * specific of several error codes, if that is not the outermost one.
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
    const hint = ` (the application requires the permission ${needs} with admin consent)`;
    return { reason: 'missing_permission', hint };
  }
  // "Overview of Selected permissions in OneDrive and SharePoint": consent alone gives no access to any site.
  const role = needs === DrivePermission.SITES_MANAGE ? 'manage' : 'read';
  return {
    reason: 'site_not_granted',
    hint: ` (the application has the permission Sites.Selected, which requires the role ${role} on ${access.site}: an administrator grants it with POST /v1.0/sites/{site-id}/permissions)`,
  };
}
