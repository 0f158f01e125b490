import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { IncidentStatus } from '../vocabulary.js';
import { Incident } from './types.js';

const titleDescription = `Title, 1–${maxCharacters.incidentTitle} characters.`;
const ownerDescription =
  'Id of a person from `alertPeople` with `canTriage`, or your own id, `viewer { id }`. Null or omitted: no owner.';
const alertsDescription = `UUIDs of the alerts, 1–${maxItems.alertIds}; all must belong to one tenant.`;
const expectedDescription =
  '`updatedAt` of the incident as you last read it. If the title, status or owner has been set since, the mutation changes nothing and fails with `CONFLICT`; the extensions of the error contain `theirs`, the current values, and `yours`, the values of the request. Added or removed alerts and comments do not cause conflicts. Null or omitted: not checked.';

@InputType('OpenIncidentInput', { description: 'Input of `openIncident`.' })
export class OpenIncidentInput {
  @Field(() => String, { description: titleDescription })
  title!: string;

  @Field(() => [ID], { description: alertsDescription })
  alertIds!: string[];

  @Field(() => ID, { nullable: true, description: ownerDescription })
  ownerId?: string | null;
}

@InputType('IncidentAlertsInput', { description: 'Input of `addAlertsToIncident` and `removeAlertsFromIncident`.' })
export class IncidentAlertsInput {
  @Field(() => ID, { description: 'Global id of the incident.' })
  id!: string;

  @Field(() => [ID], {
    description: `UUIDs of the alerts, 1–${maxItems.alertIds}; all must belong to the incident's tenant.`,
  })
  alertIds!: string[];
}

@InputType('MergeIncidentsInput', { description: 'Input of `mergeIncidents`.' })
export class MergeIncidentsInput {
  @Field(() => ID, { description: 'Global id of the incident that receives all alerts.' })
  id!: string;

  @Field(() => [ID], {
    description: `Global ids of the incidents to merge into the incident \`id\`, 1–${maxItems.mergedIncidents}, all of the same tenant.`,
  })
  sourceIds!: string[];
}

@InputType('SplitIncidentInput', { description: 'Input of `splitIncident`.' })
export class SplitIncidentInput {
  @Field(() => ID, { description: 'Global id of the incident that contains the alerts.' })
  id!: string;

  @Field(() => [ID], {
    description: `UUIDs of the alerts to move, 1–${maxItems.alertIds}; at least one alert must remain in the incident.`,
  })
  alertIds!: string[];

  @Field(() => String, { description: `Title of the new incident, 1–${maxCharacters.incidentTitle} characters.` })
  title!: string;

  @Field(() => ID, { nullable: true, description: ownerDescription })
  ownerId?: string | null;
}

@InputType('UpdateIncidentInput', { description: 'Input of `updateIncident`.' })
export class UpdateIncidentInput {
  @Field(() => ID, { description: 'Global id of the incident.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: `New title, 1–${maxCharacters.incidentTitle} characters. Null or omitted: unchanged.`,
  })
  title?: string | null;

  @Field(() => IncidentStatus, { nullable: true, description: 'New status. Null or omitted: unchanged.' })
  status?: IncidentStatus | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: expectedDescription })
  expectedUpdatedAt?: Date | null;
}

@InputType('AssignIncidentInput', { description: 'Input of `assignIncident`.' })
export class AssignIncidentInput {
  @Field(() => ID, { description: 'Global id of the incident.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: ownerDescription })
  ownerId?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: expectedDescription })
  expectedUpdatedAt?: Date | null;
}

@InputType('AddIncidentCommentInput', { description: 'Input of `addIncidentComment`.' })
export class AddIncidentCommentInput {
  @Field(() => ID, { description: 'Global id of the incident.' })
  id!: string;

  @Field(() => String, { description: `Text of the comment, 1–${maxCharacters.comment} characters.` })
  body!: string;
}

@ObjectType('IncidentPayload', { description: 'Result of the mutations that open or change an incident.' })
export class IncidentPayload {
  @Field(() => Incident, { description: 'The incident after the change; for `splitIncident`, the new incident.' })
  incident!: Incident;
}
