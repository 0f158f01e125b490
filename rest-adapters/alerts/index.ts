import type { RestAdapter } from '../dialect.js';
import { alertsDialect } from './dialect.js';
import { alertExamples } from './examples.js';

/** The alert triage service. */
export const alertsAdapter: RestAdapter = {
  name: 'alerts',
  title: 'Alert triage',
  dialect: alertsDialect,
  examples: alertExamples,
};
