import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType, Node } from '../../../../platform/graph/index.js';
import { MailKind, MailStatus } from '../vocabulary.js';
import './account-enums.js';

@ObjectType('Mail', {
  implements: Node,
  description:
    'An email in the outbox. Its text is not stored. The email is deleted 180 days after it was sent, failed or was dropped.',
})
@Directive('@key(fields: "id")')
export class Mail extends Node {
  @Field(() => ID, { description: 'UUID of the email; the Message-ID header starts with this UUID.' })
  uuid!: string;

  @Field(() => MailKind, { description: 'Purpose of the email.' })
  kind!: MailKind;

  @Field(() => String, { description: 'Email address of the recipient.' })
  recipient!: string;

  @Field(() => MailStatus, { description: 'Whether the email is waiting, sent, failed or dropped.' })
  status!: MailStatus;

  @Field(() => GraphQLDateTime, { description: 'Time of creation or of the last `retryMail`.' })
  createdAt!: Date;

  @Field(() => Int, { description: 'Number of delivery attempts since `createdAt`.' })
  attempts!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time of the next attempt; during an attempt, the time from which another process may retry it. Null unless the status is `WAITING`.',
  })
  nextAttemptAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the email was sent, failed or was dropped; null while its status is `WAITING`.',
  })
  finishedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Error of the last attempt, or the reason why the email was dropped; null before the first failure, and after the email was sent.',
  })
  lastError!: string | null;
}

export const MailConnection = connectionType(Mail, {
  name: 'Mail',
  node: 'email',
  description: 'A page of the emails in the outbox, newest first.',
});
