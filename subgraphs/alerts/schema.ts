import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AttackResolver } from './attack/resolver.js';
import { backtestResolvers } from './backtests/index.js';
import { discussionResolvers } from './discussion/resolver.js';
import { Controller, Domain, EndpointResolver, endpointEdgeResolvers, endpointReference } from './endpoints/index.js';
import { ImportResolver } from './imports/index.js';
import {
  IncidentChangesResolver,
  IncidentResolver,
  incidentEdgeResolvers,
  incidentReference,
} from './incidents/index.js';
import { metricsResolvers } from './metrics/resolver.js';
import { AlertPeopleResolver } from './people/resolver.js';
import { suppressionResolvers } from './suppressions/resolver.js';
import { AlertSuppressionsResolver } from './suppressions/resolver-edges.js';
import { AlertResolver, alertReference } from './triage/resolver.js';
import { BulkAlertChangeResolver } from './triage/resolver-bulk.js';
import { AlertChangesResolver } from './triage/resolver-changes.js';
import { EndpointAlertsResolver } from './triage/resolver-endpoint.js';
import { AlertFilterValuesResolver } from './triage/resolver-filter-values.js';
import { AlertSubscriptionResolver } from './triage/resolver-subscription.js';
import { AlertTimesResolver } from './triage/resolver-times.js';
import { AlertViewResolver } from './views/resolver.js';

export const alertsSubgraphSchema = defineSubgraphSchema({
  resolvers: [
    AlertResolver,
    AlertChangesResolver,
    AlertSubscriptionResolver,
    AlertTimesResolver,
    AlertFilterValuesResolver,
    BulkAlertChangeResolver,
    ...backtestResolvers,
    ...discussionResolvers,
    AlertPeopleResolver,
    AlertViewResolver,
    EndpointAlertsResolver,
    EndpointResolver,
    ...endpointEdgeResolvers,
    ImportResolver,
    IncidentResolver,
    IncidentChangesResolver,
    ...incidentEdgeResolvers,
    ...suppressionResolvers,
    AlertSuppressionsResolver,
    AttackResolver,
    ...metricsResolvers,
  ],
  entityStubs: [Controller, Domain],
  federationDirectives: ['@key', '@external', '@requires', '@shareable', '@inaccessible', '@tag', '@cost', '@listSize'],
  references: { Alert: alertReference, Endpoint: endpointReference, Incident: incidentReference },
});
