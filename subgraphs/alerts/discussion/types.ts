import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { AlertPerson } from '../people/types.js';
import { ChangeInterface } from '../vocabulary.js';

const bodyDescription = `Text of the comment, 1–${maxCharacters.comment} characters. \`@name\` mentions a person from \`alertPeople\`; at most ${maxItems.mentions} mentions.`;

@ObjectType('AlertCommentVersion', { description: 'Earlier text of a comment that was edited.' })
export class AlertCommentVersion {
  @Field(() => Int, { description: 'Number of the version; the original text is version 1.' })
  version!: number;

  @Field(() => GraphQLDateTime, { description: 'Time when the text was written.' })
  at!: Date;

  @Field(() => String, { description: 'Text of the version.' })
  body!: string;
}

@ObjectType('AlertComment', {
  description:
    'A comment on an alert. Comments are deleted only with their alert. Authors can edit their own comments; earlier versions remain visible.',
})
export class AlertComment {
  @Field(() => ID, { description: 'UUID of the comment.' })
  id!: string;

  @Field(() => AlertPerson, { description: 'Person who wrote the comment.' })
  author!: AlertPerson;

  @Field(() => GraphQLDateTime, { description: 'Time when the comment was added.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last edit; null if the comment was never edited.',
  })
  editedAt!: Date | null;

  @Field(() => Int, { description: 'Version number of the current text; 1 if the comment was never edited.' })
  version!: number;

  @Field(() => String, { description: 'Current text.' })
  body!: string;

  @Field(() => [AlertPerson], { description: 'People mentioned in the current text.' })
  mentions!: AlertPerson[];

  @Field(() => ChangeInterface, { description: 'Interface through which the comment was added.' })
  via!: ChangeInterface;
}

@InputType('AddAlertCommentInput', { description: 'Input of `addAlertComment`.' })
export class AddAlertCommentInput {
  @Field(() => ID, { description: 'UUID of the alert.' })
  alertId!: string;

  @Field(() => String, { description: bodyDescription })
  body!: string;
}

@InputType('EditAlertCommentInput', { description: 'Input of `editAlertComment`.' })
export class EditAlertCommentInput {
  @Field(() => ID, { description: 'UUID of the comment.' })
  id!: string;

  @Field(() => String, { description: bodyDescription })
  body!: string;
}

@ObjectType('AlertCommentPayload', { description: 'Result of `addAlertComment` and `editAlertComment`.' })
export class AlertCommentPayload {
  @Field(() => AlertComment, { description: 'The comment after the change.' })
  comment!: AlertComment;
}
