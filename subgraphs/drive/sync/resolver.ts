import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { dateOf, dateOrNull } from '../../../platform/clock.js';
import {
  First,
  GraphQLBigInt,
  Input,
  keyOfNodeId,
  nodeId,
  PermittedMutation,
  PermittedQuery,
} from '../../../platform/graph/index.js';
import { afterArgOptions, pageDirective } from '../context.js';
import type { SiteRecord } from '../items/index.js';
import { DriveSite } from '../items/types.js';
import type { SyncContext } from './dependencies.js';
import type { RunRecord } from './repository/runs.js';
import type { SubscriptionRecord } from './repository/subscriptions.js';
import { connectDrive, disconnectDrive, requestSync } from './service/connect.js';
import { receiveNotifications } from './service/notifications.js';
import {
  countRuns,
  listRuns,
  type RunConnectionRecord,
  readStatus,
  runsByIds,
  type StatusRecord,
  subscriptionsOf,
} from './service/status.js';
import { DriveCircuit, DriveStatus, DriveSubscription, DriveSyncRun, DriveSyncRunConnection } from './types.js';
import {
  ConnectDrivePayload,
  DisconnectDrivePayload,
  isFullArgOptions,
  ReceiveDriveNotificationsInput,
  ReceiveDriveNotificationsPayload,
  SyncDrivePayload,
} from './types-mutations.js';

@Resolver(() => DriveStatus)
class DriveStatusResolver {
  @PermittedQuery('drive.read', () => DriveStatus, {
    description:
      'Return the status of the connection to the configured document site. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
    cost: 10,
  })
  async driveStatus(@Ctx() context: SyncContext): Promise<StatusRecord> {
    return await readStatus(context.dependencies, context);
  }

  @FieldResolver(() => DriveCircuit, {
    description: 'Circuit breaker, which stops the requests of jobs to the site for a time after failures.',
  })
  circuit(@Root() status: StatusRecord): DriveCircuit {
    const { connection, circuitState: state, isCircuitOpen: isOpen } = status;
    return { state, isOpen, failures: connection.failures, openUntil: dateOrNull(status.circuitOpenUntilEpoch) };
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Error of the last failed attempt to connect or synchronize the site, even after a later success; null if no attempt has failed since the site was added.',
  })
  lastError(@Root() { connection }: StatusRecord): string | null {
    return connection.lastError;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of `lastError`; null if `lastError` is null.',
  })
  lastErrorAt(@Root() { connection }: StatusRecord): Date | null {
    return dateOrNull(connection.lastErrorAtEpoch);
  }

  @FieldResolver(() => [String], {
    nullable: true,
    description:
      'Application roles in the last access token; empty if it contains none. Null before the first token, or if the token is not a readable JWT.',
  })
  roles(@Root() { connection }: StatusRecord): string[] | null {
    return connection.roles;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Expiration time of the last access token; null before the first token.',
  })
  tokenExpiresAt(@Root() { connection }: StatusRecord): Date | null {
    return dateOrNull(connection.tokenExpiresAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'End of the last successful sync; null before the first successful sync.',
  })
  lastSyncAt(@Root() status: StatusRecord): Date | null {
    return dateOrNull(status.lastSuccessAtEpoch);
  }
}

/** Resolves the global id of a sync run; null if there is none. */
export function runReference(reference: { id: string }, context: SyncContext): Promise<RunRecord | null> {
  const [keyText] = keyOfNodeId(reference.id, { type: 'DriveSyncRun', parts: 1 });
  const id = Number(keyText);
  // Rejects ids that are not in canonical form.
  if (String(id) !== keyText) return Promise.resolve(null);
  return context.loader('run', (ids: number[]) => runsByIds(context.dependencies, context, ids)).load(id);
}

@Resolver(() => DriveSyncRunConnection)
class DriveSyncRunConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of syncs of the site on all pages.' })
  @Directive('@cost(weight: 10)')
  totalCount(@Root() { siteId }: RunConnectionRecord, @Ctx() context: SyncContext): Promise<number> {
    return countRuns(context.dependencies, context, siteId);
  }
}

@Resolver(() => DriveSyncRun)
class DriveSyncRunResolver {
  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() run: RunRecord): string {
    return nodeId('DriveSyncRun', String(run.id));
  }

  @FieldResolver(() => GraphQLBigInt, { description: 'Sequence number of the sync; increasing, with gaps.' })
  number(@Root() run: RunRecord): number {
    return run.id;
  }

  @FieldResolver(() => GraphQLDateTime, { description: 'Start time.' })
  startedAt(@Root() run: RunRecord): Date {
    return dateOf(run.startedAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, { nullable: true, description: 'End time; null while the sync is running.' })
  finishedAt(@Root() run: RunRecord): Date | null {
    return dateOrNull(run.finishedAtEpoch);
  }
}

@Resolver(() => DriveSubscription)
class DriveSubscriptionResolver {
  @FieldResolver(() => GraphQLDateTime, { description: 'Time of the first attempt to create the subscription.' })
  createdAt(@Root() subscription: SubscriptionRecord): Date {
    return dateOf(subscription.createdAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the subscription expires unless it is renewed; null until the site has confirmed the subscription.',
  })
  expiresAt(@Root() subscription: SubscriptionRecord): Date | null {
    return dateOrNull(subscription.expiresAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last notification; null before the first notification.',
  })
  lastNotificationAt(@Root() subscription: SubscriptionRecord): Date | null {
    return dateOrNull(subscription.lastNotificationAtEpoch);
  }
}

@Resolver(() => DriveSite)
class SiteSyncResolver {
  @FieldResolver(() => DriveSyncRunConnection, { description: 'Syncs with their metrics, newest first.' })
  @Directive(pageDirective)
  async syncRuns(
    @Root() site: SiteRecord,
    @First('results', { defaultValue: 50 }) first: number,
    @Arg('after', () => String, afterArgOptions) after: string | null | undefined,
    @Ctx() context: SyncContext,
  ): Promise<RunConnectionRecord> {
    return await listRuns(context.dependencies, context, { siteId: site.id, page: { first, after } });
  }

  @FieldResolver(() => [DriveSubscription], {
    description: 'Subscriptions to change notifications from the site, newest first; at most 50.',
  })
  @Directive('@listSize(assumedSize: 5)')
  async subscriptions(@Root() site: SiteRecord, @Ctx() context: SyncContext): Promise<SubscriptionRecord[]> {
    return await subscriptionsOf(context.dependencies, context, site.id);
  }
}

@Resolver()
class DriveSyncMutationResolver {
  @PermittedMutation('drive.connect', () => ConnectDrivePayload, {
    description:
      'Connect the configured document site: request a token, look up the site, and create a subscription. Requires the role `admin`.',
    cost: 100,
  })
  async connectDrive(@Ctx() context: SyncContext): Promise<ConnectDrivePayload> {
    return await connectDrive(context.dependencies, context);
  }

  @PermittedMutation('drive.sync', () => SyncDrivePayload, {
    description:
      'Schedule a sync of the configured document site. Fails with `CONFLICT` if the site is paused or not connected. Requires the role `analyst` without a tenant restriction, or `admin`.',
    cost: 100,
  })
  async syncDrive(
    @Arg('isFull', () => Boolean, isFullArgOptions) isFull: boolean,
    @Ctx() context: SyncContext,
  ): Promise<SyncDrivePayload> {
    return await requestSync(context.dependencies, context, { isFull });
  }

  @PermittedMutation('drive.connect', () => DisconnectDrivePayload, {
    description:
      'Delete the subscription and disconnect the configured site; the local copy remains. Requires the role `admin`.',
    cost: 100,
  })
  async disconnectDrive(@Ctx() context: SyncContext): Promise<DisconnectDrivePayload> {
    return await disconnectDrive(context.dependencies, context);
  }

  @PermittedMutation('drive.notify', () => ReceiveDriveNotificationsPayload, {
    description: 'Receive change and lifecycle notifications from the followed sites.',
    cost: 10,
  })
  @Directive('@inaccessible')
  async receiveDriveNotifications(
    @Input(() => ReceiveDriveNotificationsInput, 'Notifications of one request.') input: ReceiveDriveNotificationsInput,
    @Ctx() context: SyncContext,
  ): Promise<ReceiveDriveNotificationsPayload> {
    await receiveNotifications(context.dependencies, context, input);
    return { status: 'accepted' };
  }
}

export const syncResolvers = [
  DriveStatusResolver,
  DriveSyncRunResolver,
  DriveSyncRunConnectionResolver,
  DriveSubscriptionResolver,
  SiteSyncResolver,
  DriveSyncMutationResolver,
];
