import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { afterDetails, dateOf, firstDetails, pageDirective } from '../context.js';
import type { SiteRecord } from '../items/index.js';
import { DriveSite } from '../items/types.js';
import type { SyncContext } from './dependencies.js';
import type { RunRecord } from './repository/runs.js';
import type { SubscriptionRecord } from './repository/subscriptions.js';
import {
  type ConnectResult,
  connectDrive,
  type DisconnectResult,
  disconnectDrive,
  requestSync,
} from './service/connect.js';
import { receiveNotifications } from './service/notifications.js';
import { listRuns, readStatus, type StatusRecord, subscriptionsOf } from './service/status.js';
import { DriveCircuit, DriveStatus, DriveSubscription, DriveSyncRun, DriveSyncRunConnection } from './types.js';
import {
  ConnectDrivePayload,
  DisconnectDrivePayload,
  ReceiveDriveNotificationsInput,
  ReceiveDriveNotificationsPayload,
  SyncDrivePayload,
} from './types-mutations.js';

@Resolver(() => DriveStatus)
export class DriveStatusResolver {
  @Query(() => DriveStatus, { description: 'How the connection to the document site fares. For operators.' })
  @Directive('@cost(weight: 10)')
  async driveStatus(@Ctx() context: SyncContext): Promise<StatusRecord> {
    return await readStatus(context.dependencies, context);
  }

  @FieldResolver(() => DriveCircuit, { description: 'Whether the site is left alone for a while.' })
  circuit(@Root() { connection, isCircuitOpen }: StatusRecord): DriveCircuit {
    const openUntil = dateOf(connection.circuitOpenUntilEpoch);
    return { isOpen: isCircuitOpen, failures: connection.failures, openUntil };
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'The last failure, also of long ago; null when there was none.',
  })
  lastError(@Root() { connection }: StatusRecord): string | null {
    return connection.lastError;
  }

  @FieldResolver(() => GraphQLDateTime, { nullable: true, description: 'When that was; null when there was none.' })
  lastErrorAt(@Root() { connection }: StatusRecord): Date | null {
    return dateOf(connection.lastErrorAtEpoch);
  }

  @FieldResolver(() => [String], { nullable: true, description: 'Roles in the last token; null when it tells none.' })
  roles(@Root() { connection }: StatusRecord): string[] | null {
    return connection.roles;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the last token expires; null before the first.',
  })
  tokenExpiresAt(@Root() { connection }: StatusRecord): Date | null {
    return dateOf(connection.tokenExpiresAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'End of the last sync that was done; null before the first.',
  })
  lastSyncAt(@Root() status: StatusRecord): Date | null {
    return dateOf(status.lastSuccessAtEpoch);
  }
}

@Resolver(() => DriveSyncRun)
export class DriveSyncRunResolver {
  @FieldResolver(() => GraphQLDateTime, { description: 'When it began.' })
  startedAt(@Root() run: RunRecord): Date {
    return new Date(run.startedAtEpoch * 1000);
  }

  @FieldResolver(() => GraphQLDateTime, { nullable: true, description: 'When it ended; null while it runs.' })
  finishedAt(@Root() run: RunRecord): Date | null {
    return dateOf(run.finishedAtEpoch);
  }
}

@Resolver(() => DriveSubscription)
export class DriveSubscriptionResolver {
  @FieldResolver(() => GraphQLDateTime, { description: 'When it was asked for.' })
  createdAt(@Root() subscription: SubscriptionRecord): Date {
    return new Date(subscription.createdAtEpoch * 1000);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it expires unless it is renewed; null until the site has confirmed it.',
  })
  expiresAt(@Root() subscription: SubscriptionRecord): Date | null {
    return dateOf(subscription.expiresAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'When its last notification came; null before the first.',
  })
  lastNotificationAt(@Root() subscription: SubscriptionRecord): Date | null {
    return dateOf(subscription.lastNotificationAtEpoch);
  }
}

@Resolver(() => DriveSite)
export class SiteSyncResolver {
  @FieldResolver(() => DriveSyncRunConnection, { description: 'Syncs with their figures, the newest first.' })
  @Directive(pageDirective)
  async syncRuns(
    @Root() site: SiteRecord,
    @Arg('first', () => Int, firstDetails) first: number,
    @Arg('after', () => String, afterDetails) after: string | null | undefined,
    @Ctx() context: SyncContext,
  ): Promise<ConnectionRecord<RunRecord>> {
    return await listRuns(context.dependencies, context, { siteId: site.id, page: { first, after } });
  }

  @FieldResolver(() => [DriveSubscription], {
    description: 'Subscriptions to its changes, the newest first; at most 50.',
  })
  @Directive('@listSize(assumedSize: 5)')
  async subscriptions(@Root() site: SiteRecord, @Ctx() context: SyncContext): Promise<SubscriptionRecord[]> {
    return await subscriptionsOf(context.dependencies, context, site.id);
  }
}

@Resolver()
export class DriveSyncMutationResolver {
  @Mutation(() => ConnectDrivePayload, {
    description: 'Connects the document site of the settings: token, site lookup, subscription. For administrators.',
  })
  @Directive('@cost(weight: 100)')
  async connectDrive(@Ctx() context: SyncContext): Promise<ConnectResult> {
    return await connectDrive(context.dependencies, context);
  }

  @Mutation(() => SyncDrivePayload, {
    description: 'Synchronize the local copy with the site. For analysts and administrators.',
  })
  @Directive('@cost(weight: 100)')
  async syncDrive(@Ctx() context: SyncContext): Promise<SyncDrivePayload> {
    return await requestSync(context.dependencies, context);
  }

  @Mutation(() => DisconnectDrivePayload, {
    description: 'Ends the subscription and the connection; what was synced stays. For administrators.',
  })
  @Directive('@cost(weight: 100)')
  async disconnectDrive(@Ctx() context: SyncContext): Promise<DisconnectResult> {
    return await disconnectDrive(context.dependencies, context);
  }

  @Mutation(() => ReceiveDriveNotificationsPayload, {
    description:
      'Takes notifications of the document site; the documented path of the receiver leads here. In the graph for analysts and administrators.',
  })
  @Directive('@cost(weight: 10)')
  async receiveDriveNotifications(
    @Arg('input', () => ReceiveDriveNotificationsInput, { description: 'The notifications, as the site sent them.' })
    input: ReceiveDriveNotificationsInput,
    @Ctx() context: SyncContext,
  ): Promise<ReceiveDriveNotificationsPayload> {
    await receiveNotifications(context.dependencies, context, input);
    return { status: 'accepted' };
  }
}
