import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { Controller } from '../registry/types.js';
import { WarningKind } from '../vocabulary.js';

enumType(WarningKind, {
  name: 'LicenseWarningKind',
  description: 'Condition that a license warning reports.',
  values: {
    LICENSE_EXPIRING: 'The license expires within 30 days, 7 days or 1 day, or has expired.',
    GRACE_ENDING:
      'The license has expired, and its grace period ends within 30 days, 7 days or 1 day, or has ended. Controllers are rejected after the grace period.',
    SEATS_LOW: 'The occupied seats have reached 80% or 95% of all seats; `threshold` contains the percentage.',
    CONTROLLER_SILENT:
      'A controller has not checked in for `[licenses] silent_hours` hours, not counting outages of the service.',
    VERSION_OUTDATED: 'Controllers run an older version than `[licenses] current_version`.',
  },
});

@ObjectType('LicenseWarning', { description: 'A warning about the license or a controller.' })
export class LicenseWarning {
  @Field(() => WarningKind, { description: 'Condition that the warning reports.' })
  kind!: WarningKind;

  @Field(() => String, {
    description:
      'Subject, depending on `kind`: id of the license, GUID of the controller, or outdated version; empty for `SEATS_LOW`.',
  })
  subject!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Threshold that was reached: days before the end of the license or its grace period (0 after its end), or percentage of occupied seats; null for other kinds.',
  })
  threshold!: number | null;

  @Field(() => GraphQLDateTime, { description: 'Time when the warning was raised or last reached the next threshold.' })
  since!: Date;

  @Field(() => Controller, {
    nullable: true,
    description: 'The silent controller; null for other kinds, or if it is no longer registered.',
  })
  controller!: Controller | null;
}

export const LicenseWarningConnection = connectionType(LicenseWarning, {
  name: 'LicenseWarning',
  node: 'warning',
  description: 'A page of active warnings, newest first; warnings about silent controllers are last.',
});
