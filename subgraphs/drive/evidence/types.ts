import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import { maxCharacters } from '../../../platform/input-limits.js';

@ObjectType('Alert', { simpleResolvers: true })
@Directive('@key(fields: "id")')
export class Alert {
  @Field(() => ID)
  id!: string;
}

@ObjectType('Endpoint', { simpleResolvers: true })
@Directive('@key(fields: "tenantId hostname")')
export class Endpoint {
  @Field(() => ID)
  tenantId!: string;

  @Field(() => String)
  hostname!: string;

  @Field(() => [ID])
  @Directive('@external')
  alertIds!: string[];
}

@ObjectType('DriveEvidence', { simpleResolvers: true, description: 'An item that an analyst linked to an alert.' })
export class DriveEvidence {
  @Field(() => String, { description: 'Why; empty when nothing was said.' })
  note!: string;

  @Field(() => String, { description: 'Who linked it.' })
  linkedBy!: string;
}

@InputType('LinkDriveEvidenceInput', { description: 'An item that is evidence for an alert.' })
export class LinkDriveEvidenceInput {
  @Field(() => ID, { description: 'UUID of the alert.' })
  alertId!: string;

  @Field(() => ID, { description: 'The site.' })
  siteId!: string;

  @Field(() => ID, { description: 'The item.' })
  itemId!: string;

  @Field(() => String, { nullable: true, description: `Why; at most ${maxCharacters.notes} characters.` })
  note?: string | null;
}

@InputType('UnlinkDriveEvidenceInput', { description: 'A link between an item and an alert.' })
export class UnlinkDriveEvidenceInput {
  @Field(() => ID, { description: 'UUID of the alert.' })
  alertId!: string;

  @Field(() => ID, { description: 'The site.' })
  siteId!: string;

  @Field(() => ID, { description: 'The item.' })
  itemId!: string;
}

@ObjectType('LinkDriveEvidencePayload', { simpleResolvers: true, description: 'The link that is there now.' })
export class LinkDriveEvidencePayload {
  @Field(() => DriveEvidence, { description: 'The link.' })
  evidence!: DriveEvidence;
}

@ObjectType('UnlinkDriveEvidencePayload', { simpleResolvers: true, description: 'A link that is gone.' })
export class UnlinkDriveEvidencePayload {
  @Field(() => ID, { description: 'UUID of the alert.' })
  alertId!: string;
}
