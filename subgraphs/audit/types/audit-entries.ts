import { GraphQLDateTime, GraphQLJSON } from 'graphql-scalars';
import { Field, Float, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { AuditActorKind, AuditInterface } from '../vocabulary.js';
import './enums.js';

@ObjectType('AuditActor', { simpleResolvers: true, description: 'Who made a change.' })
export class AuditActor {
  @Field(() => AuditActorKind, { description: 'Kind of the actor.' })
  kind!: AuditActorKind;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the token, account or client; `settings:NAME` for an administrator of the settings, `command-line` for the command line. Null for anonymous actors and the system.',
  })
  id!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the token or account when the change was made; null for actors without a name.',
  })
  name!: string | null;
}

@ObjectType('AuditEntry', { simpleResolvers: true, description: 'A change that was committed.' })
export class AuditEntry {
  @Field(() => Float, { description: 'Position in the chain: 1, 2, 3, … without gaps.' })
  sequence!: number;

  @Field(() => String, { description: 'SHA-256 in hexadecimal of this entry and the hash of the one before.' })
  hash!: string;

  @Field(() => GraphQLDateTime, { description: 'Time of the change.' })
  at!: Date;

  @Field(() => AuditActor, { description: 'Who made the change.' })
  actor!: AuditActor;

  @Field(() => AuditInterface, { description: 'Interface through which the change was made.' })
  via!: AuditInterface;

  @Field(() => String, {
    nullable: true,
    description: 'IP address of the client, as trusted proxies report it; null for the command line and jobs.',
  })
  sourceAddress!: string | null;

  @Field(() => String, { description: 'Verb and kind of object, such as `approve.account`.' })
  action!: string;

  @Field(() => [String], { description: 'What was changed, each as `kind:id`; 1000 at most.' })
  objects!: string[];

  @Field(() => String, {
    nullable: true,
    description: 'Tenant of the objects; null where they belong to none, or to several.',
  })
  tenantId!: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description:
      'State before, as far as the change is about it; null where there was none. Long texts are cut; secrets are never stored.',
  })
  before!: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'State after; null where there is none.' })
  after!: unknown;
}

@ObjectType('AuditEntryEdge', { simpleResolvers: true, description: 'An audit entry and its cursor.' })
export class AuditEntryEdge {
  @Field(() => String, { description: 'Opaque cursor; pass as `after`.' })
  cursor!: string;

  @Field(() => AuditEntry, { description: 'The entry.' })
  node!: AuditEntry;
}

@ObjectType('AuditEntryConnection', {
  simpleResolvers: true,
  description: 'A page of audit entries, the newest first.',
})
export class AuditEntryConnection {
  @Field(() => [AuditEntryEdge], { description: 'Entries with their cursors.' })
  edges!: AuditEntryEdge[];

  @Field(() => [AuditEntry], { description: 'The entries alone.' })
  nodes!: AuditEntry[];

  @Field(() => PageInfo, { description: 'Whether there are pages before and after this one.' })
  pageInfo!: PageInfo;
}
