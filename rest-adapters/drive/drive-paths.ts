const drivePrefix = 'drive-';
const pathOfSite = '/v1.0/sites/{site_id}/drive';

/**
 * Equivalent paths that Microsoft Graph also accepts: addressed by drive id and, for an item addressed by path,
 * relative to any folder instead of the root folder.
 */
export function drivePaths(path: string): readonly string[] {
  if (path !== pathOfSite && !path.startsWith(`${pathOfSite}/`)) return [];
  const forms = [path, path.replace('/drive/root:/', '/drive/items/{folder_id}:/')];
  const ofDrive = forms.map((form) => `/v1.0/drives/{drive_id}${form.slice(pathOfSite.length)}`);
  return [...new Set([...forms, ...ofDrive])].filter((form) => form !== path);
}

/** The id of the site that a drive belongs to; undefined if the string is not the id of a drive. */
export function siteOfDrive(driveId: string): string | undefined {
  return driveId.startsWith(drivePrefix) ? driveId.slice(drivePrefix.length) : undefined;
}
