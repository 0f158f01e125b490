import { Arg, Ctx, Directive, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { dateOf, dateOrNull } from '../../../platform/clock.js';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, Input, PermittedMutation, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { BulkChangeState } from '../vocabulary.js';
import {
  cancelBulkChange,
  listBulkChanges,
  previewBulkChange,
  previewSeconds,
  progressOf,
  readBulkChange,
  startBulkChange,
} from './service/bulk-changes.js';
import { skippedAlertsOf } from './service/skipped-alerts.js';
import {
  BulkAlertChange,
  BulkAlertChangePayload,
  type BulkAlertChangeSkip,
  BulkAlertChangeSkipConnection,
  CancelBulkAlertChangeInput,
  PreviewBulkAlertChangeInput,
  StartBulkAlertChangeInput,
} from './types-bulk.js';

@Resolver(() => BulkAlertChange)
export class BulkAlertChangeResolver {
  @PermittedMutation('alerts.triage', () => BulkAlertChangePayload, {
    description:
      'Count the alerts that match a filter, and store this selection as a preview for 15 minutes. Each caller can have 5 previews; a sixth preview replaces the oldest. Alerts are unchanged. `startBulkAlertChange` changes exactly these alerts, except those that have been triaged or deleted since, or no longer match; the exceptions are counted and listed. Fails with `BAD_USER_INPUT` if more alerts match than the setting `[alerts] bulk_max_alerts` permits. Requires the role `analyst` or `admin`, except for anonymous callers while `[auth] alerts` is `open`.',
    cost: 100,
  })
  async previewBulkAlertChange(
    @Input(() => PreviewBulkAlertChangeInput, 'Filter for the alerts and the values to set.')
    input: PreviewBulkAlertChangeInput,
    @Ctx() context: AlertsContext,
  ): Promise<BulkAlertChangePayload> {
    return { change: fieldsOf(await previewBulkChange(context, input)) };
  }

  @PermittedMutation('alerts.triage', () => BulkAlertChangePayload, {
    description:
      'Apply one of your previews in the background; idempotent. `bulkAlertChange` returns its progress. The change cannot be undone. Requires the role `analyst` or `admin`, except for anonymous callers while `[auth] alerts` is `open`.',
    cost: 10,
  })
  async startBulkAlertChange(
    @Input(() => StartBulkAlertChangeInput, 'Id of the preview to apply.') input: StartBulkAlertChangeInput,
    @Ctx() context: AlertsContext,
  ): Promise<BulkAlertChangePayload> {
    return { change: fieldsOf(await startBulkChange(context, input.id)) };
  }

  @PermittedMutation('alerts.triage', () => BulkAlertChangePayload, {
    description:
      'Stop a bulk change after its current step of at most 1000 alerts, or discard one of your previews. Alerts that were already changed are not reverted; a change that has ended is returned unchanged. Requires the role `analyst` or `admin`, except for anonymous callers while `[auth] alerts` is `open`.',
    cost: 10,
  })
  async cancelBulkAlertChange(
    @Input(() => CancelBulkAlertChangeInput, 'Id of the change to cancel.') input: CancelBulkAlertChangeInput,
    @Ctx() context: AlertsContext,
  ): Promise<BulkAlertChangePayload> {
    return { change: fieldsOf(await cancelBulkChange(context, input.id)) };
  }

  @PermittedQuery('alerts.read', () => BulkAlertChange, {
    nullable: true,
    description:
      'Return a bulk change of alerts with its progress. Null if no change has the id, if you may not read all of its alerts, or if it is a preview of another caller.',
  })
  async bulkAlertChange(
    @Arg('id', () => ID, { description: 'UUID of the change.' }) id: string,
    @Ctx() context: AlertsContext,
  ): Promise<BulkAlertChange | null> {
    const row = await readBulkChange(context, id);
    return row === null ? null : fieldsOf(row);
  }

  @PermittedQuery('alerts.read', () => [BulkAlertChange], {
    description:
      'List the bulk changes for which you may read every alert, sorted by the time of the preview, newest first. Only changes that were started or cancelled are listed; changes that have ended are deleted 90 days after their preview.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  async bulkAlertChanges(
    @First('changes', { defaultValue: 20, max: 100 }) first: number,
    @Ctx() context: AlertsContext,
  ): Promise<BulkAlertChange[]> {
    return (await listBulkChanges(context, first)).map(fieldsOf);
  }

  @FieldResolver(() => BulkAlertChangeSkipConnection, {
    description:
      'Alerts that were processed but not changed, sorted by id. For the total, see `conflictCount` and `deletedCount`.',
  })
  @Directive(pageListSize)
  async skipped(
    @Root() change: BulkAlertChange,
    @First('alerts') first: number | null | undefined,
    @After('alerts') after: string | null | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<ConnectionRecord<BulkAlertChangeSkip>> {
    return await skippedAlertsOf(context, { id: change.id, first, after });
  }
}

function fieldsOf(row: Awaited<ReturnType<typeof startBulkChange>>): BulkAlertChange {
  const { id, state, count, changedCount, conflictCount, deletedCount, filter, change, via, error } = row;
  const isPreview = state === BulkChangeState.PREVIEW;
  return {
    ...{ id, state, count, changedCount, conflictCount, deletedCount, remainingCount: progressOf(row).remaining },
    ...{ filter: JSON.stringify(filter), status: change.status, isTruePositive: change.isTruePositive },
    ...{ assignee: change.assignee, createdBy: row.creatorName, via, error },
    createdAt: dateOf(row.createdAtEpoch),
    expiresAt: isPreview ? dateOf(row.createdAtEpoch + previewSeconds) : null,
    startedAt: dateOrNull(row.startedAtEpoch),
    finishedAt: dateOrNull(row.finishedAtEpoch),
  };
}
