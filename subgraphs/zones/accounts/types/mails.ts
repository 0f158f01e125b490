import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../platform/graph/index.js';
import { MailKind, MailStatus } from '../vocabulary.js';
import './account-enums.js';

@ObjectType('Mail', { simpleResolvers: true, description: 'A mail of the outbox. Its text is kept nowhere.' })
export class Mail {
  @Field(() => ID, { description: 'UUID; the Message-ID begins with it.' })
  id!: string;

  @Field(() => MailKind, { description: 'What it is about.' })
  kind!: MailKind;

  @Field(() => String, { description: 'To whom.' })
  recipient!: string;

  @Field(() => MailStatus, { description: 'Where it stands.' })
  status!: MailStatus;

  @Field(() => GraphQLDateTime, { description: 'When it was put into the outbox.' })
  createdAt!: Date;

  @Field(() => Int, { description: 'How often it was tried.' })
  attempts!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it is tried next; null when it is not.' })
  nextAttemptAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was sent or given up; null while it waits.' })
  finishedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed; null when none has.' })
  lastError!: string | null;
}

@ObjectType('MailEdge', { simpleResolvers: true, description: 'A mail and its place in the list.' })
export class MailEdge {
  @Field(() => String, { description: 'Opaque mark of this place, for `after`.' })
  cursor!: string;

  @Field(() => Mail, { description: 'The mail.' })
  node!: Mail;
}

@ObjectType('MailConnection', { simpleResolvers: true, description: 'A page of the outbox, the newest first.' })
export class MailConnection {
  @Field(() => [MailEdge], { description: 'Mails with their cursors.' })
  edges!: MailEdge[];

  @Field(() => [Mail], { description: 'The mails alone.' })
  nodes!: Mail[];

  @Field(() => PageInfo, { description: 'What lies before and after this page.' })
  pageInfo!: PageInfo;
}
