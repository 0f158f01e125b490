import { defineSubgraphSchema } from '../../platform/graph/index.js';
import { AttackResolver } from './attack/resolver.js';
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
import {
  AlertChangesResolver,
  AlertResolver,
  AlertSubscriptionResolver,
  AlertTimesResolver,
  alertReference,
  BulkAlertChangeResolver,
  EndpointAlertsResolver,
} from './triage/index.js';

export const alertsSchema = defineSubgraphSchema({
  resolvers: [
    AlertResolver,
    AlertChangesResolver,
    AlertSubscriptionResolver,
    AlertTimesResolver,
    BulkAlertChangeResolver,
    AlertCommentResolver,
    AlertCommentPayloadResolver,
    AlertCommentsResolver,
    AlertPeopleResolver,
    EndpointAlertsResolver,
    EndpointResolver,
    ControllerResolver,
    DomainResolver,
    ImportResolver,
    IncidentResolver,
    IncidentChangesResolver,
    IncidentEntryResolver,
    AlertIncidentResolver,
    AttackResolver,
    MetricsResolver,
    AlertConnectionResolver,
  ],
  foreignEntities: [Controller, Domain],
  federationDirectives: ['@key', '@external', '@requires', '@shareable', '@inaccessible', '@tag', '@cost', '@listSize'],
  references: { Alert: alertReference, Endpoint: endpointReference, Incident: incidentReference },
});
