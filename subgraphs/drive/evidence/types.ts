import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import { maxCharacters } from '../../../platform/input-limits.js';

@ObjectType('Alert')
@Directive('@key(fields: "id")')
export class Alert {
  @Field(() => ID)
  id!: string;
}

@ObjectType('Endpoint')
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

@ObjectType('DriveEvidence', {
  description: 'A link between an item of a document site and an alert that the item is evidence for.',
})
export class DriveEvidence {
  @Field(() => String, { description: 'Notes on the link; empty if there are none.' })
  notes!: string;

  @Field(() => String, {
    description:
      'Name of the operator who linked the item, or last changed the notes; `rampart` if the item was linked when an alert was opened automatically.',
  })
  actor!: string;
}

@InputType('UnlinkDriveEvidenceInput', { description: 'Input of `unlinkDriveEvidence`.' })
export class UnlinkDriveEvidenceInput {
  @Field(() => ID, { description: 'UUID of the alert.' })
  alertId!: string;

  @Field(() => ID, { description: 'Id of the site; see `DriveItem.siteId`.' })
  siteId!: string;

  @Field(() => ID, { description: 'Id of the item on the site; see `DriveItem.itemId`.' })
  itemId!: string;
}

@InputType('LinkDriveEvidenceInput', { description: 'Input of `linkDriveEvidence`.' })
export class LinkDriveEvidenceInput extends UnlinkDriveEvidenceInput {
  @Field(() => String, {
    nullable: true,
    description: `Notes, at most ${maxCharacters.notes} characters; they replace the notes of an existing link. Null or omitted: empty.`,
  })
  notes?: string | null;
}

@ObjectType('LinkDriveEvidencePayload', { description: 'Result of `linkDriveEvidence`.' })
export class LinkDriveEvidencePayload {
  @Field(() => DriveEvidence, { description: 'The created link, or the link whose notes were replaced.' })
  evidence!: DriveEvidence;
}

@ObjectType('UnlinkDriveEvidencePayload', { description: 'Result of `unlinkDriveEvidence`.' })
export class UnlinkDriveEvidencePayload {
  @Field(() => ID, { description: 'UUID of the alert.' })
  alertId!: string;
}
