import { Ctx, Resolver } from 'type-graphql';
import { Input, PermittedMutation } from '../../../platform/graph/index.js';
import { maxItems } from '../../../platform/input-limits.js';
import type { AlertsContext } from '../context.js';
import { incidentKey } from './resolver.js';
import { addAlerts, mergeIncidents, openIncident, removeAlerts, splitIncident } from './service/group-alerts.js';
import type { IncidentRow } from './service/read-incidents.js';
import { addIncidentComment, assignIncident, updateIncident } from './service/update-incidents.js';
import {
  AddIncidentCommentInput,
  AssignIncidentInput,
  IncidentAlertsInput,
  IncidentPayload,
  MergeIncidentsInput,
  OpenIncidentInput,
  SplitIncidentInput,
  UpdateIncidentInput,
} from './types-changes.js';

const notForViewers = 'Requires the role `analyst` or `admin`.';
const notIfMerged = 'Fails with `CONFLICT` if the incident was merged into another incident.';
const notIfOutdated =
  'Fails with `CONFLICT` if the incident was merged into another incident, or its title, status or owner was set after `expectedUpdatedAt`.';

type IncidentResult = Promise<{ incident: IncidentRow }>;

@Resolver()
export class IncidentChangesResolver {
  @PermittedMutation('alerts.incidents', () => IncidentPayload, {
    description: `Open an incident with alerts of one tenant. Fails with \`CONFLICT\` if an alert is already in an incident. ${notForViewers}`,
    cost: 10,
  })
  async openIncident(
    @Input(() => OpenIncidentInput, 'Title and alerts of the new incident.') input: OpenIncidentInput,
    @Ctx() context: AlertsContext,
  ): IncidentResult {
    return { incident: await openIncident(context, input) };
  }

  @PermittedMutation('alerts.incidents', () => IncidentPayload, {
    description: `Add alerts to an incident atomically; at most ${maxItems.incidentAlerts} per incident. Alerts that are already in the incident are unchanged. Fails with \`CONFLICT\` if an alert is in another incident, or the incident was merged into another incident. ${notForViewers}`,
    cost: 10,
  })
  async addAlertsToIncident(
    @Input(() => IncidentAlertsInput, 'Id of the incident and ids of the alerts.') input: IncidentAlertsInput,
    @Ctx() context: AlertsContext,
  ): IncidentResult {
    return { incident: await addAlerts(context, { ...input, id: incidentKey(input.id) }) };
  }

  @PermittedMutation('alerts.incidents', () => IncidentPayload, {
    description: `Remove alerts from an incident atomically. Fails with \`CONFLICT\` if an alert is not in the incident, or the incident was merged into another incident. ${notForViewers}`,
    cost: 10,
  })
  async removeAlertsFromIncident(
    @Input(() => IncidentAlertsInput, 'Id of the incident and ids of the alerts.') input: IncidentAlertsInput,
    @Ctx() context: AlertsContext,
  ): IncidentResult {
    return { incident: await removeAlerts(context, { ...input, id: incidentKey(input.id) }) };
  }

  @PermittedMutation('alerts.incidents', () => IncidentPayload, {
    description: `Move all alerts of the source incidents to a target incident of the same tenant, which can have at most ${maxItems.incidentAlerts} alerts. Afterwards, \`mergedInto\` of the source incidents is the target incident, and they can no longer be changed. Fails with \`CONFLICT\` if one of the incidents was already merged into another incident. ${notForViewers}`,
    cost: 100,
  })
  async mergeIncidents(
    @Input(() => MergeIncidentsInput, 'Target and source incidents.') input: MergeIncidentsInput,
    @Ctx() context: AlertsContext,
  ): IncidentResult {
    const sourceIds = input.sourceIds.map(incidentKey);
    return { incident: await mergeIncidents(context, { id: incidentKey(input.id), sourceIds }) };
  }

  @PermittedMutation('alerts.incidents', () => IncidentPayload, {
    description: `Move alerts of an incident to a new incident atomically. Fails with \`CONFLICT\` if an alert is not in the incident, or the incident was merged into another incident. ${notForViewers}`,
    cost: 10,
  })
  async splitIncident(
    @Input(() => SplitIncidentInput, 'The incident, the alerts, and the title of the new incident.')
    input: SplitIncidentInput,
    @Ctx() context: AlertsContext,
  ): IncidentResult {
    return { incident: await splitIncident(context, { ...input, id: incidentKey(input.id) }) };
  }

  @PermittedMutation('alerts.incidents', () => IncidentPayload, {
    description: `Set the title or the status of an incident. The statuses of its alerts are unchanged. ${notIfOutdated} ${notForViewers}`,
    cost: 10,
  })
  async updateIncident(
    @Input(() => UpdateIncidentInput, 'Id of the incident and its new values.') input: UpdateIncidentInput,
    @Ctx() context: AlertsContext,
  ): IncidentResult {
    return { incident: await updateIncident(context, { ...input, id: incidentKey(input.id) }) };
  }

  @PermittedMutation('alerts.incidents', () => IncidentPayload, {
    description: `Set or remove the owner of an incident. ${notIfOutdated} ${notForViewers}`,
    cost: 10,
  })
  async assignIncident(
    @Input(() => AssignIncidentInput, 'Id of the incident, and its new owner, if any.') input: AssignIncidentInput,
    @Ctx() context: AlertsContext,
  ): IncidentResult {
    return { incident: await assignIncident(context, { ...input, id: incidentKey(input.id) }) };
  }

  @PermittedMutation('alerts.incidents', () => IncidentPayload, {
    description: `Add a comment to the timeline of an incident; at most ${maxItems.comments} per incident. ${notIfMerged} ${notForViewers}`,
    cost: 10,
  })
  async addIncidentComment(
    @Input(() => AddIncidentCommentInput, 'Id of the incident and text of the comment.') input: AddIncidentCommentInput,
    @Ctx() context: AlertsContext,
  ): IncidentResult {
    return { incident: await addIncidentComment(context, { ...input, id: incidentKey(input.id) }) };
  }
}
