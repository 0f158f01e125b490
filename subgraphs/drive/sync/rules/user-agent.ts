import type { DriveSettings } from '../../dependencies.js';

/**
 * The User-Agent of all requests to the document site, `ISV|Company|App/Version` or `NONISV|Company|App/Version`:
 * SharePoint prioritizes requests with a User-Agent in this format. Source: "Avoid getting throttled or blocked in
 * SharePoint Online" (https://aka.ms/sharepoint/throttling).
 */
export function userAgent(
  settings: Pick<DriveSettings, 'userAgentKind' | 'userAgentCompany'>,
  version: string,
): string {
  return `${settings.userAgentKind.toUpperCase()}|${settings.userAgentCompany}|Rampart/${version}`;
}
