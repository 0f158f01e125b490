import { GraphQLDateTime } from 'graphql-scalars';
import { Field, InputType } from 'type-graphql';
import { AuditActorKind } from '../vocabulary.js';
import './enums.js';

@InputType('AuditFilter', { description: 'Restricts audit entries. What is null does not restrict.' })
export class AuditFilter {
  @Field(() => AuditActorKind, { nullable: true, description: 'Kind of the actor.' })
  actorKind?: AuditActorKind | null;

  @Field(() => String, { nullable: true, description: 'Id or name of the actor, such as the name of a token.' })
  actor?: string | null;

  @Field(() => String, { nullable: true, description: 'The action, such as `approve.account`.' })
  action?: string | null;

  @Field(() => String, { nullable: true, description: 'An object of the change as `kind:id`, such as `zone:com`.' })
  object?: string | null;

  @Field(() => String, { nullable: true, description: 'Only changes within this tenant.' })
  tenantId?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only changes at or after this time.' })
  since?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only changes before this time.' })
  until?: Date | null;
}
