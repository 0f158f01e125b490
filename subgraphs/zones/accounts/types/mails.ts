import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType, Node } from '../../../../platform/graph/index.js';
import { MailKind, MailStatus } from '../vocabulary.js';
import './account-enums.js';

@ObjectType('Mail', {
  implements: Node,
  simpleResolvers: true,
  description: 'An email in the outbox. Its text is not stored.',
})
@Directive('@key(fields: "id")')
export class Mail extends Node {
  @Field(() => ID, { description: 'UUID of the email; the Message-ID header starts with this UUID.' })
  uuid!: string;

  @Field(() => MailKind, { description: 'Purpose of the email.' })
  kind!: MailKind;

  @Field(() => String, { description: 'Email address of the recipient.' })
  recipient!: string;

  @Field(() => MailStatus, { description: 'Status of the email.' })
  status!: MailStatus;

  @Field(() => GraphQLDateTime, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => Int, { description: 'Number of delivery attempts.' })
  attempts!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Time of the next attempt; null if there is none.' })
  nextAttemptAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time at which the email was sent, failed or was dropped; null while its status is `WAITING`.',
  })
  finishedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Error of the last attempt, or the reason why the email was dropped; null if there is none.',
  })
  lastError!: string | null;
}

export const MailConnection = connectionType(Mail, {
  name: 'Mail',
  node: 'email',
  description: 'A page of the emails in the outbox, newest first.',
});
