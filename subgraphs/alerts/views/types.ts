import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { maxCharacters } from '../../../platform/input-limits.js';
import { AlertPerson } from '../people/types.js';

const nameDescription = `Name of the view, 1–${maxCharacters.name} characters; unique, case-insensitive, among your own views that are not shared, or among the views that are shared with the same people.`;
const parametersDescription = `Filter, order and columns as the query string of the list in the console, such as \`status=OPEN&sort=newest\`; at most ${maxCharacters.viewParameters} characters. Empty: alerts with the status OPEN, ACKNOWLEDGED or INVESTIGATING, most severe first, with the default columns.`;

@ObjectType('AlertView', {
  description: 'A saved filter, order and column selection of the list of alerts in the console.',
})
export class AlertView {
  @Field(() => ID, { description: 'UUID of the view.' })
  id!: string;

  @Field(() => String, { description: nameDescription })
  name!: string;

  @Field(() => String, { description: parametersDescription })
  parameters!: string;

  @Field(() => AlertPerson, { description: 'Person who saved the view.' })
  owner!: AlertPerson;

  @Field(() => Boolean, {
    description:
      'True if the view is shared: with the people who have a role for the tenant `tenantId` or, if that is null, for all tenants. False if only its owner can use it.',
  })
  isShared!: boolean;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the tenant with which the view is shared; null if the view is not shared or is shared with people who have a role for all tenants.',
  })
  tenantId!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the list of alerts in the console opens with this view for you; set with `setDefaultAlertView`.',
  })
  isDefault!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether you may change and delete the view: true for your own views that are not shared, and for shared views if you have the role `analyst` or `admin` for their tenant or, if `tenantId` is null, for all tenants.',
  })
  canChange!: boolean;

  @Field(() => GraphQLDateTime, { description: 'Time when the view was first saved.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    description: 'Time of the last change to the name or the parameters; initially `createdAt`.',
  })
  updatedAt!: Date;
}

@InputType('CreateAlertViewInput', { description: 'Input of `createAlertView`.' })
export class CreateAlertViewInput {
  @Field(() => String, { description: nameDescription })
  name!: string;

  @Field(() => String, { description: parametersDescription })
  parameters!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether to share the view; default false. Sharing requires the role `analyst` or `admin`.',
  })
  isShared!: boolean;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the tenant to share the view with. Null or omitted: your only tenant, or, if you have a role for all tenants, all people with such a role. Required if you have a role for several tenants. Ignored unless `isShared` is true.',
  })
  tenantId?: string | null;
}

@InputType('UpdateAlertViewInput', { description: 'Input of `updateAlertView`.' })
export class UpdateAlertViewInput {
  @Field(() => ID, { description: 'UUID of the view.' })
  id!: string;

  @Field(() => String, { nullable: true, description: `${nameDescription} Null or omitted: unchanged.` })
  name?: string | null;

  @Field(() => String, { nullable: true, description: `${parametersDescription} Null or omitted: unchanged.` })
  parameters?: string | null;
}

@InputType('DeleteAlertViewInput', { description: 'Input of `deleteAlertView`.' })
export class DeleteAlertViewInput {
  @Field(() => ID, { description: 'UUID of the view.' })
  id!: string;
}

@InputType('SetDefaultAlertViewInput', { description: 'Input of `setDefaultAlertView`.' })
export class SetDefaultAlertViewInput {
  @Field(() => ID, {
    nullable: true,
    description: 'UUID of the view. Null or omitted: you no longer have a default view.',
  })
  id?: string | null;
}

@ObjectType('AlertViewPayload', { description: 'Result of `createAlertView` and `updateAlertView`.' })
export class AlertViewPayload {
  @Field(() => AlertView, { description: 'The view after the change.' })
  view!: AlertView;
}

@ObjectType('DeleteAlertViewPayload', { description: 'Result of `deleteAlertView`.' })
export class DeleteAlertViewPayload {
  @Field(() => ID, { description: 'UUID of the view that was deleted.' })
  id!: string;
}

@ObjectType('SetDefaultAlertViewPayload', { description: 'Result of `setDefaultAlertView`.' })
export class SetDefaultAlertViewPayload {
  @Field(() => AlertView, {
    nullable: true,
    description: 'Your default view after the mutation; null if there is none.',
  })
  view!: AlertView | null;
}
