import type { RestAdapter } from '../dialect.js';
import { alertsDialect } from './dialect.js';
import { alertExamples } from './examples.js';
import { registerStreams } from './streams/register-streams.js';
import { streamPaths } from './streams/stream-paths.js';

/** The alert triage service. */
export const alertsAdapter: RestAdapter = {
  name: 'alerts',
  title: 'Alert triage',
  description:
    'Lists, reads and updates security alerts of monitored endpoints (hosts), records the verdicts of analysts, and summarizes endpoints. Alerts are created by imports of inferences, not by this service. Errors are JSON objects with the field `detail`: a string or, for 422, an array of all validation errors of the request.',
  dialect: alertsDialect,
  register: registerStreams,
  ownPaths: streamPaths,
  examples: alertExamples,
};
