import { Arg, Ctx, Directive, ID, Resolver } from 'type-graphql';
import { PermittedQuery, PermittedSubscription, rejectSubscription } from '../../../platform/graph/index.js';
import type { SyncContext } from './dependencies.js';
import type { RunRecord } from './repository/runs.js';
import { runsByIds } from './service/status.js';
import { DriveSyncRun } from './types.js';

/** Resolves the GraphQL subscription to ended syncs. */
@Resolver(() => DriveSyncRun)
export class SyncedResolver {
  @PermittedSubscription('drive.read', () => DriveSyncRun, {
    description:
      'Send a sync of a document site when it ends, even if it failed. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  driveSynced(): DriveSyncRun {
    return rejectSubscription();
  }

  @PermittedQuery('drive.read', () => [DriveSyncRun], {
    nullable: 'itemsAndList',
    description: 'Return the syncs with these numbers, in the same order; null for each that does not exist.',
  })
  @Directive('@inaccessible')
  async syncedDriveRuns(
    @Arg('ids', () => [ID], { description: 'Sequence numbers of syncs.' }) ids: string[],
    @Ctx() context: SyncContext,
  ): Promise<(RunRecord | null)[]> {
    return await runsByIds(context.dependencies, context, ids.map(Number));
  }
}
