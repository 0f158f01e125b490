import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, ObjectType } from 'type-graphql';

@ObjectType('AlertTarget', {
  simpleResolvers: true,
  description:
    'A target for the time in which an alert should be handled, by its severity. Configured in the section `[alerts]`.',
})
export class AlertTarget {
  @Field(() => GraphQLDateTime, { description: 'Deadline of the target.' })
  dueAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when it was met; null if it was not, or if the time is unknown.',
  })
  metAt!: Date | null;

  @Field(() => Boolean, { description: 'Whether the target was met too late or is overdue.' })
  isBreached!: boolean;

  @Field(() => Float, {
    nullable: true,
    description: 'Time left in seconds, negative if it is overdue; null if the target no longer applies.',
  })
  remainingSeconds!: number | null;
}
