import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType('AlertTarget', {
  description:
    'Target time to acknowledge or close an alert, by severity; configured in `[alerts] acknowledge_minutes` and `resolve_minutes`.',
})
export class AlertTarget {
  @Field(() => GraphQLDateTime, {
    description:
      'Deadline of the target: the configured time after the alert was opened or, if it was suppressed, after it was restored.',
  })
  dueAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the target was met, even if after `dueAt`; null if it has not been met, or if the time is unknown.',
  })
  metAt!: Date | null;

  @Field(() => Boolean, {
    description:
      'True if the target was met after `dueAt`, or is overdue and not met yet. False otherwise, including when the time at which it was met is unknown.',
  })
  isBreached!: boolean;

  @Field(() => Float, {
    nullable: true,
    description:
      'Time until `dueAt`, in seconds; negative if the target is overdue. Null if the alert no longer has to be acknowledged or closed.',
  })
  remainingSeconds!: number | null;
}
