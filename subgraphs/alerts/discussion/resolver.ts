import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, Directive, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { dateOf, dateOrNull } from '../../../platform/clock.js';
import { Input, PermittedMutation } from '../../../platform/graph/index.js';
import { maxItems } from '../../../platform/input-limits.js';
import type { AlertsContext } from '../context.js';
import { alertReference } from '../triage/resolver.js';
import { Alert } from '../triage/types.js';
import { addComment, type CommentRow, commentsOf, editComment, versionsOf } from './service.js';
import {
  AddAlertCommentInput,
  AlertComment,
  AlertCommentPayload,
  AlertCommentVersion,
  EditAlertCommentInput,
} from './types.js';

@Resolver(() => AlertComment)
class AlertCommentResolver {
  @PermittedMutation('alerts.discuss', () => AlertCommentPayload, {
    description: `Add a comment to an alert; at most ${maxItems.comments} per alert. Requires the role \`analyst\` or \`admin\`.`,
    cost: 10,
  })
  async addAlertComment(
    @Input(() => AddAlertCommentInput, 'Id of the alert and text of the comment.') input: AddAlertCommentInput,
    @Ctx() context: AlertsContext,
  ): Promise<{ comment: AlertComment; alertId: string }> {
    return payloadOf(await addComment(context, input));
  }

  @PermittedMutation('alerts.discuss', () => AlertCommentPayload, {
    description: `Replace the text of one of your own comments, at most ${maxItems.edits} times per comment; the earlier versions remain visible. Requires the role \`analyst\` or \`admin\`.`,
    cost: 10,
  })
  async editAlertComment(
    @Input(() => EditAlertCommentInput, 'Id of the comment and its new text.') input: EditAlertCommentInput,
    @Ctx() context: AlertsContext,
  ): Promise<{ comment: AlertComment; alertId: string }> {
    return payloadOf(await editComment(context, input));
  }

  @FieldResolver(() => [AlertCommentVersion], {
    description: 'Earlier versions, oldest first; empty if the comment was never edited.',
  })
  @Directive('@listSize(assumedSize: 2)')
  async versions(@Root() comment: AlertComment, @Ctx() context: AlertsContext): Promise<AlertCommentVersion[]> {
    const rows = await context.loader('versions', (ids: string[]) => versionsOf(context, ids)).load(comment.id);
    return rows.map(({ version, at, body }) => ({ version, at: dateOf(at), body }));
  }
}

@Resolver(() => AlertCommentPayload)
class AlertCommentPayloadResolver {
  @FieldResolver(() => Alert, {
    nullable: true,
    description: 'Alert of the comment; null if the alert has been deleted.',
  })
  alert(
    @Root() payload: AlertCommentPayload & { alertId: string },
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<unknown> {
    return alertReference({ id: payload.alertId }, context, info);
  }
}

@Resolver(() => Alert)
class AlertCommentsResolver {
  @FieldResolver(() => [AlertComment], { description: 'All comments on the alert, oldest first.' })
  @Directive('@listSize(assumedSize: 5)')
  async comments(@Root() alert: Alert, @Ctx() context: AlertsContext): Promise<AlertComment[]> {
    const rows = await context.loader('comments', (ids: string[]) => commentsOf(context, ids)).load(alert.id);
    return rows.map(commentOf);
  }
}

export const discussionResolvers = [AlertCommentResolver, AlertCommentPayloadResolver, AlertCommentsResolver];

function payloadOf(row: CommentRow): { comment: AlertComment; alertId: string } {
  return { comment: commentOf(row), alertId: row.alertId };
}

function commentOf(row: CommentRow): AlertComment {
  const { id, version, body, via, mentionIds, mentionNames } = row;
  return {
    ...{ id, version, body, via },
    author: { id: row.authorId, name: row.authorName },
    createdAt: dateOf(row.createdAtEpoch),
    editedAt: dateOrNull(row.editedAtEpoch),
    mentions: mentionIds.map((mentioned, index) => ({ id: mentioned, name: mentionNames[index] ?? '' })),
  };
}
