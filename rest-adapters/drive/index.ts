import type { RestAdapter } from '../dialect.js';
import { driveDialect } from './dialect.js';

/** The receiver of the document site's notifications. */
export const driveAdapter: RestAdapter = {
  name: 'drive',
  title: 'Document site',
  dialect: driveDialect,
  examples: { ReceiveNotifications: { status: 'accepted' } },
};
