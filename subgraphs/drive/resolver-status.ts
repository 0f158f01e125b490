import { GraphQLDateTime } from 'graphql-scalars';
import { Ctx, Directive, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { DriveContext } from './context.js';
import type { RunRecord, StatusRecord, SubscriptionRecord } from './records.js';
import { DriveCircuit, DriveStatus, DriveSubscription, DriveSyncRun } from './types/index.js';

/** A moment as dashboards have it, from Unix epoch seconds. */
export function dateOf(epochSeconds: number | null = null): Date | null {
  return epochSeconds === null ? null : new Date(epochSeconds * 1000);
}

@Resolver(() => DriveStatus)
export class DriveStatusResolver {
  @Query(() => DriveStatus, { description: 'How the connection to the document site fares. For operators.' })
  @Directive('@cost(weight: 10)')
  async driveStatus(@Ctx() context: DriveContext): Promise<StatusRecord> {
    return await context.service.readStatus(context);
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
