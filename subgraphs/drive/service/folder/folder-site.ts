import { basename } from 'node:path';
import { siteNameOf } from '../../rules/site-path.js';
import type { DriveSettings } from '../settings.js';

/** The site that the folder is served as: what the settings say, otherwise `localhost` and the folder's name. */
export function folderSite({ siteHostname, sitePath, folder }: DriveSettings): {
  hostname: string;
  path: string;
  name: string;
  webUrl: string;
} {
  const hostname = (siteHostname || 'localhost').toLowerCase();
  const byDefault = `/sites/${basename(folder).replaceAll(/[^\w.-]+/g, '-') || 'folder'}`;
  const path = sitePath || byDefault;
  return { hostname, path, name: siteNameOf(path), webUrl: `https://${hostname}${path}` };
}
