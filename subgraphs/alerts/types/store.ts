import { Field, Float, ID, Int, ObjectType } from 'type-graphql';

/** Specification, section 2, "HealthResponse". */
@ObjectType('AlertStoreStatus', { simpleResolvers: true, description: 'Liveness of the alert store.' })
export class AlertStoreStatus {
  @Field(() => String, { description: '`ok` when the store is attached; otherwise the field fails.' })
  status!: string;

  @Field(() => String, { description: 'Always `alert-api`.' })
  service!: string;

  @Field(() => Float, { description: 'Seconds since the application started.' })
  uptimeSeconds!: number;

  @Field(() => Int, { description: 'Alerts in the store that the caller may see.' })
  alertsCount!: number;
}

@ObjectType('AlertAccess', { simpleResolvers: true, description: 'What the caller may see and change of the alerts.' })
export class AlertAccess {
  @Field(() => ID, { nullable: true, description: 'Only what belongs to this tenant; null: what belongs to any.' })
  tenantId!: string | null;

  @Field(() => Boolean, { description: 'Whether the caller may change alerts; false for tokens of the role `viewer`.' })
  canChange!: boolean;
}

@ObjectType('ModelPrecision', {
  simpleResolvers: true,
  description: 'How often verdicts confirmed the alerts of a model.',
})
export class ModelPrecision {
  @Field(() => String, { description: 'The model.' })
  modelName!: string;

  @Field(() => Int, { description: 'Verdicts on its alerts; a later verdict on an alert replaces the earlier one.' })
  verdicts!: number;

  @Field(() => Int, { description: 'Verdicts that confirmed an attack.' })
  truePositives!: number;

  @Field(() => Int, { description: 'Verdicts that denied an attack.' })
  falsePositives!: number;

  @Field(() => Float, { description: 'True positives divided by verdicts, 0 to 1.' })
  precision!: number;
}
