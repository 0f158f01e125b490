import { hrefOf } from '../shared/location.js';
import type { FileState } from './drive-files.js';

// The paths of the pages of the document site. They are in a separate module, because components are loaded when
// their page is opened.

export const drivePath = '/drive';
export const massChangesPath = '/drive/mass-changes';
export const driveSearchPath = '/drive/search';
export const treePath = '/drive/files';

/** Returns the URL of the list of a site’s files in a state; by default, of the first site. */
export function hrefOfFiles(state: FileState, site?: string): string {
  return hrefOf(drivePath, { ...(site !== undefined && { site }), state });
}
