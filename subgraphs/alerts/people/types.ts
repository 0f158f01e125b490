import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('AlertPerson', { description: 'A person or program that works on alerts.' })
export class AlertPerson {
  @Field(() => ID, { description: 'Id of the person; the same as `viewer { id }` in requests of the person.' })
  id!: string;

  @Field(() => String, {
    description: 'Name of the person or program; in records of earlier changes, the name at the time of the change.',
  })
  name!: string;
}

@ObjectType('AlertAssignee', {
  description:
    'A person or program with a role for a tenant. Comments can mention them; alerts can be assigned to them if `canTriage` is true.',
})
export class AlertAssignee {
  @Field(() => ID, { description: 'Id of the person; the same as `viewer { id }` in requests of the person.' })
  id!: string;

  @Field(() => String, { description: 'Name of the person or program, such as the name of an operator token.' })
  name!: string;

  @Field(() => Boolean, {
    description:
      'Whether alerts can be assigned to the person; true if the role of the person is `analyst` or `admin`.',
  })
  canTriage!: boolean;
}
