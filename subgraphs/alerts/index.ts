import { defineSubgraph } from '../../platform/graph/index.js';
import { scopeOf } from './authorisation.js';
import type { AlertsContext } from './context.js';
import { alertDependencies } from './dependencies.js';
import { foldAlertTally } from './imports/index.js';
import { alertsSchema } from './schema.js';

export { type AlertDependencies, alertDependencies } from './dependencies.js';
export { importInferences, importLines } from './imports/index.js';

/** The alerts domain: alerts, endpoints, verdicts and the import of inferences. */
export const alertsSubgraph = defineSubgraph<AlertsContext>({
  name: 'alerts',
  schema: alertsSchema,
  open(platform) {
    const dependencies = alertDependencies(platform);
    return {
      context: dependencies,
      // Each change of an alert adds to the tally; sums stay short when it is folded every minute.
      jobs: [{ name: 'alerts.fold-tally', cron: '* * * * *', run: () => foldAlertTally(dependencies) }],
    };
  },
  createEventTypes({ configuration }) {
    const settings = { openToAnonymous: configuration.auth.alerts !== 'token' };
    // Alerts that were opened or changed, for callers who may read them. Triggers of `alert` record them.
    return [
      {
        name: 'alerts',
        admit: (caller) => scopeOf({ settings, caller }),
        subscription: { field: 'alertChanged', entities: 'changedAlerts', idsOf: ({ ids }) => ids as string[] }, // As the trigger writes it.
      },
    ];
  },
});
