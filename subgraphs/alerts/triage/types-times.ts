import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType('AlertTarget', {
  simpleResolvers: true,
  description:
    'Target for the time within which an alert should be handled. Configured by severity in the section `[alerts]`.',
})
export class AlertTarget {
  @Field(() => GraphQLDateTime, { description: 'Deadline of the target.' })
  dueAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the target was met; null if it was not met, or if the time is unknown.',
  })
  metAt!: Date | null;

  @Field(() => Boolean, { description: 'Whether the target was missed: it was met too late, or is overdue.' })
  isBreached!: boolean;

  @Field(() => Float, {
    nullable: true,
    description: 'Time left in seconds, negative if the target is overdue; null if the target no longer applies.',
  })
  remainingSeconds!: number | null;
}
