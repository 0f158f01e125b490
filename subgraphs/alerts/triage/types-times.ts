import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType('AlertTarget', {
  description:
    'Time within which an alert should be acknowledged or closed, by severity: the settings `[alerts] acknowledge_minutes` and `resolve_minutes`.',
})
export class AlertTarget {
  @Field(() => GraphQLDateTime, {
    description:
      'Deadline of the target: the configured time after the opening of the alert, or after its restoration if it was suppressed.',
  })
  dueAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the alert was acknowledged or closed, even if that was after `dueAt`; null if it was not, or if the time is unknown.',
  })
  metAt!: Date | null;

  @Field(() => Boolean, { description: 'Whether the target was missed: it was met too late, or is overdue.' })
  isBreached!: boolean;

  @Field(() => Float, {
    nullable: true,
    description:
      'Time left in seconds, negative if the target is overdue; null if the alert no longer has to be acknowledged or closed.',
  })
  remainingSeconds!: number | null;
}
