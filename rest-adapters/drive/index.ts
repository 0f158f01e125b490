import type { RestAdapter } from '../dialect.js';
import { driveDialect } from './dialect.js';
import { registerDownloads } from './downloads.js';
import { driveExamples } from './examples.js';

/** The receiver of the document site's notifications, and the mirror that passes as a document site. */
export const driveAdapter: RestAdapter = {
  name: 'drive',
  title: 'Document site',
  dialect: driveDialect,
  register: registerDownloads,
  examples: driveExamples,
};
