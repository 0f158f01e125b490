import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { Directive, Field, ID, InputType, ObjectType } from 'type-graphql';
import { AuditInterface, connectionType, enumType, GraphQLBigInt, Node } from '../../platform/graph/index.js';
import { AuditActorKind } from './vocabulary.js';

enumType(AuditActorKind, {
  name: 'AuditActorKind',
  description: 'Kind of actor of a change.',
  values: {
    OPERATOR:
      'A person who signed in, an operator token, an access token, a configured administrator, or the command line.',
    ACCOUNT: 'An account of the zone feed.',
    MIRROR_CLIENT: 'A program that reads the mirror of the document sites.',
    ANONYMOUS: 'A caller without credentials.',
    SYSTEM: 'Rampart itself, such as a background job.',
  },
});

@ObjectType('AuditActor', { description: 'Person, program or client that made a change.' })
export class AuditActor {
  @Field(() => AuditActorKind, { description: 'Kind of actor, which determines the format of `id`.' })
  kind!: AuditActorKind;

  @Field(() => ID, {
    nullable: true,
    description:
      'UUID of the operator token; `person:PROVIDER:SUBJECT` for a person who signed in with an identity provider; `jwt:PROVIDER:SUBJECT` for an access token; `settings:NAME` for a configured administrator; `command-line` for the command line; id of the account or mirror client. Null for anonymous actors and the system.',
  })
  id!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the actor when the change was made; null for mirror clients, anonymous callers and the system.',
  })
  name!: string | null;
}

@ObjectType('AuditEntry', {
  implements: Node,
  description:
    'An audit log entry: a committed change, or a summary of security events (action `report.security-event`).',
})
@Directive('@key(fields: "id")')
export class AuditEntry extends Node {
  @Field(() => GraphQLBigInt, { description: 'Position in the chain: 1, 2, 3, … without gaps.' })
  sequence!: number;

  @Field(() => String, { description: 'SHA-256 of this entry and the hash of the previous one, in hexadecimal.' })
  hash!: string;

  @Field(() => GraphQLDateTime, { description: 'Time of the change.' })
  at!: Date;

  @Field(() => AuditActor, { description: 'Actor of the change.' })
  actor!: AuditActor;

  @Field(() => AuditInterface, { description: 'Interface through which the change was made.' })
  via!: AuditInterface;

  @Field(() => String, {
    nullable: true,
    description:
      'IP address of the client: the peer address of the connection or, behind a trusted proxy, the address that the proxy forwards. For `report.security-event`, the address or network of the source, if it has one. Null for the command line and for other entries of jobs.',
  })
  sourceAddress!: string | null;

  @Field(() => String, { description: 'Verb and kind of object, such as `approve.account`.' })
  action!: string;

  @Field(() => [String], {
    description:
      'Objects of the change as `kind:id`; a string of more than 500 characters is truncated and ends with a digest.',
  })
  objects!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Tenant of the objects; null if they belong to no tenant or to several.',
  })
  tenantId!: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description:
      'Affected state before the change; null if there was none, or if the action does not record it. Strings of more than 1000 characters and arrays of more than 1000 elements are truncated. A state whose JSON has more than 65536 characters is replaced with an object with the single field `cut`, a message that contains the length. Secrets are replaced with `[hidden]`.',
  })
  before!: unknown;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description:
      'Affected state after the change; null if there is none, or if the action does not record it. Truncated like `before`.',
  })
  after!: unknown;
}

export const AuditEntryConnection = connectionType(AuditEntry, {
  name: 'AuditEntry',
  node: 'entry',
  nodes: 'entries',
  description:
    'A page of audit entries, newest first. It has no `totalCount`, because counting would read the whole log.',
});

@InputType('AuditFilter', {
  description:
    'Filter for audit entries. An entry matches if it matches every field. Null and omitted fields do not filter.',
})
export class AuditFilter {
  @Field(() => AuditActorKind, { nullable: true, description: 'Kind of actor. Null: all kinds.' })
  actorKind?: AuditActorKind | null;

  @Field(() => String, {
    nullable: true,
    description: 'Exact id or name of the actor, such as the name of a token. Null: all actors.',
  })
  actor?: string | null;

  @Field(() => String, { nullable: true, description: 'Action, such as `approve.account`. Null: all actions.' })
  action?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Object of the change as `kind:id`, such as `zone:com`. Null: all objects.',
  })
  object?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Id of the tenant of the objects; see `AuditEntry.tenantId`. Null: all entries.',
  })
  tenantId?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Start of the period, inclusive. Null: no limit.' })
  since?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'End of the period, exclusive. Null: no limit.' })
  until?: Date | null;
}
