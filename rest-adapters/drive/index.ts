import type { RestAdapter } from '../dialect.js';
import { driveDialect } from './dialect.js';
import { registerDownloads } from './downloads.js';
import { driveExamples } from './examples.js';

/** The receiver of notifications of the document site, and the mirror that emulates a document site. */
export const driveAdapter: RestAdapter = {
  name: 'drive',
  title: 'Document site',
  description:
    'Receives change notifications from document sites, and serves the synchronized copies of the sites (the mirror) on the paths of Microsoft Graph, for tools that read the sites. Each path below `/v1.0/sites/{site_id}/drive` also exists below `/v1.0/drives/{drive_id}`, with the id of the drive, and each path below `root:/` also below `items/{item_id}:/`, for paths relative to that folder. Errors have the format of Microsoft Graph; errors of the token endpoint have the format of OAuth 2.0.',
  dialect: driveDialect,
  register: registerDownloads,
  examples: driveExamples,
};
