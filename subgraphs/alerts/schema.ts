import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AttackResolver } from './attack/resolver.js';
import { PolicyBacktestResolver, PolicyBacktestSampleResolver } from './backtests/index.js';
import { AlertCommentPayloadResolver, AlertCommentResolver, AlertCommentsResolver } from './discussion/index.js';
import {
  Controller,
  ControllerResolver,
  Domain,
  DomainResolver,
  EndpointResolver,
  endpointReference,
} from './endpoints/index.js';
import { ImportResolver } from './imports/index.js';
import {
  AlertIncidentResolver,
  IncidentChangesResolver,
  IncidentEntryResolver,
  IncidentResolver,
  incidentReference,
} from './incidents/index.js';
import { AlertConnectionResolver, MetricsResolver } from './metrics/index.js';
import { AlertPeopleResolver } from './people/resolver.js';
import { SuppressionPreviewResolver, SuppressionResolver } from './suppressions/resolver.js';
import { AlertSuppressionsResolver } from './suppressions/resolver-edges.js';
import { AlertResolver, alertReference } from './triage/resolver.js';
import { BulkAlertChangeResolver } from './triage/resolver-bulk.js';
import { AlertChangesResolver } from './triage/resolver-changes.js';
import { EndpointAlertsResolver } from './triage/resolver-endpoint.js';
import { AlertFilterValuesResolver } from './triage/resolver-filter-values.js';
import { AlertSubscriptionResolver } from './triage/resolver-subscription.js';
import { AlertTimesResolver } from './triage/resolver-times.js';
import { AlertViewResolver } from './views/index.js';

export const alertsSubgraphSchema = defineSubgraphSchema({
  resolvers: [
    AlertResolver,
    AlertChangesResolver,
    AlertSubscriptionResolver,
    AlertTimesResolver,
    AlertFilterValuesResolver,
    BulkAlertChangeResolver,
    PolicyBacktestResolver,
    PolicyBacktestSampleResolver,
    AlertCommentResolver,
    AlertCommentPayloadResolver,
    AlertCommentsResolver,
    AlertPeopleResolver,
    AlertViewResolver,
    EndpointAlertsResolver,
    EndpointResolver,
    ControllerResolver,
    DomainResolver,
    ImportResolver,
    IncidentResolver,
    IncidentChangesResolver,
    IncidentEntryResolver,
    AlertIncidentResolver,
    SuppressionResolver,
    SuppressionPreviewResolver,
    AlertSuppressionsResolver,
    AttackResolver,
    MetricsResolver,
    AlertConnectionResolver,
  ],
  entityStubs: [Controller, Domain],
  federationDirectives: ['@key', '@external', '@requires', '@shareable', '@inaccessible', '@tag', '@cost', '@listSize'],
  references: { Alert: alertReference, Endpoint: endpointReference, Incident: incidentReference },
});
