import { GraphQLDateTime } from 'graphql-scalars';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { dateOrNull, epochSeconds } from '../../../platform/clock.js';
import type { AlertsContext } from '../context.js';
import { acknowledgementTarget, resolutionTarget, type TimedAlert } from '../targets.js';
import { Alert } from './types.js';
import { AlertTarget } from './types-times.js';

/** The alert columns that are read if these fields are selected. */
type Times = TimedAlert & { readonly reopenedAtEpoch: number | null };

@Resolver(() => Alert)
export class AlertTimesResolver {
  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the status first changed from OPEN; null if it has never changed.',
  })
  acknowledgedAt(@Root() alert: Alert & Times): Date | null {
    return dateOrNull(alert.acknowledgedAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the alert was last closed: its status changed from OPEN, ACKNOWLEDGED or INVESTIGATING to RESOLVED or FALSE_POSITIVE. A change between RESOLVED and FALSE_POSITIVE does not change the time. Null while the alert is not closed.',
  })
  resolvedAt(@Root() alert: Alert & Times): Date | null {
    return dateOrNull(alert.resolvedAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the alert was last reopened: its status changed from RESOLVED or FALSE_POSITIVE to OPEN, ACKNOWLEDGED or INVESTIGATING. Null if it was never reopened.',
  })
  reopenedAt(@Root() alert: Alert & Times): Date | null {
    return dateOrNull(alert.reopenedAtEpoch);
  }

  @FieldResolver(() => AlertTarget, {
    nullable: true,
    description:
      'Target for acknowledging the alert; null if no target is configured for its severity, or while the alert is suppressed.',
  })
  acknowledgeTarget(@Root() alert: Alert & Times, @Ctx() { settings, clock }: AlertsContext): AlertTarget | null {
    return acknowledgementTarget(alert, settings.targets, epochSeconds(clock));
  }

  @FieldResolver(() => AlertTarget, {
    nullable: true,
    description:
      'Target for closing the alert; null if no target is configured for its severity, or while the alert is suppressed. Reopening an alert does not change its target.',
  })
  resolveTarget(@Root() alert: Alert & Times, @Ctx() { settings, clock }: AlertsContext): AlertTarget | null {
    return resolutionTarget(alert, settings.targets, epochSeconds(clock));
  }
}
