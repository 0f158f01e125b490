import { defineSubgraph } from '../../platform/graph/index.js';
import { scopeOf } from './authorization.js';
import { backtestJobs } from './backtests/index.js';
import type { AlertsContext } from './context.js';
import { alertDependencies } from './dependencies.js';
import { findHostsJob } from './endpoints/index.js';
import { groupIncidentsJobName, maintainTallies, submittedInferencesJob } from './imports/index.js';
import { groupCandidates } from './incidents/index.js';
import { inferenceLogJob } from './inference-log/index.js';
import { alertNotifications } from './notifications.js';
import { retentionJob } from './retention/index.js';
import { alertsSubgraphSchema } from './schema.js';
import { alertStreams } from './streams.js';
import { suppressionsJobOf } from './suppressions/index.js';
import { bulkChangeJobs } from './triage/index.js';

export { type AlertDependencies, alertDependencies } from './dependencies.js';
export { importInferences, importLines } from './imports/index.js';

/** The alerts subgraph: alerts, endpoints, verdicts, incidents and the import of inferences. */
export const alertsSubgraph = defineSubgraph<AlertsContext>({
  name: 'alerts',
  schema: alertsSubgraphSchema,
  notifications: alertNotifications,
  open(platform) {
    const dependencies = alertDependencies(platform);
    return {
      context: dependencies,
      // Each change of an alert adds a row to the tally; the job sums these rows every minute, so reads remain fast.
      jobs: [
        { name: 'alerts.fold-tally', cron: '* * * * *', run: () => maintainTallies(dependencies) },
        {
          ...{ name: groupIncidentsJobName, cron: '* * * * *' },
          run: (_, signal) => groupCandidates(dependencies, signal),
        },
        retentionJob(dependencies, platform.log),
        inferenceLogJob(dependencies, platform.log),
        ...bulkChangeJobs(dependencies),
        ...backtestJobs(dependencies),
        suppressionsJobOf(dependencies),
        submittedInferencesJob(dependencies, platform.log),
        findHostsJob(dependencies),
      ],
    };
  },
  cacheableFields: [
    ...[
      'Query.alert',
      'Query.alertPage',
      'Query.alerts',
      'Query.endpoint',
      'Query.endpointSummaries',
      'Query.endpoints',
    ],
    ...['Alert.*', 'AlertConnection.*', 'AlertEdge.*', 'AlertFacets.*', 'AlertPage.*'],
    ...['AlertHistogramBucket.start', 'AlertHistogramBucket.count'],
    ...['AlertAssignment.*', 'AlertComment.*', 'AlertCommentVersion.*', 'AlertPerson.*'],
    ...['Query.incident', 'Query.incidents', 'Incident.*', 'IncidentAlertConnection.*', 'IncidentAlertEdge.*'],
    ...['IncidentConnection.*', 'IncidentEdge.*', 'IncidentEntry.*', 'IncidentEntryConnection.*'],
    ...['IncidentEntryEdge.*', 'IncidentValueCount.*'],
    // Other fields, such as the state, depend on the clock.
    ...['AlertSuppression.id', 'AlertSuppression.reason'],
    ...['AlertDurations.*', 'AlertResponseTimes.*', 'AlertTarget.dueAt', 'AlertTarget.metAt'],
    ...['AlertTransition.*', 'AlertVerdict.*', 'Endpoint.*', 'EndpointAlertConnection.*', 'EndpointAlertEdge.*'],
    ...['EndpointConnection.*', 'EndpointCount.*', 'EndpointEdge.*', 'EndpointSummary.*', 'PageInfo.*'],
    ...['PlatformCount.*', 'SeverityCount.*', 'StatusCount.*', 'ValueCount.*'],
  ],
  createStreams: (platform) => alertStreams(alertDependencies(platform)),
  createEventTypes({ configuration }) {
    const settings = { openToAnonymous: configuration.auth.alerts !== 'token' };
    // Events of alerts and incidents, for callers who may read alerts. Triggers on the tables record the events.
    return [
      {
        name: 'alerts',
        admit: (caller) => scopeOf({ settings, caller }),
        // The trigger writes this shape.
        subscription: { field: 'alertChanged', entities: 'changedAlerts', idsOf: ({ ids }) => ids as string[] },
      },
      {
        name: 'incidents',
        admit: (caller) => scopeOf({ settings, caller }),
        subscription: {
          ...{ field: 'incidentChanged', entities: 'changedIncidents' },
          idsOf: ({ ids }) => ids as string[], // The trigger writes this shape.
        },
      },
    ];
  },
});
