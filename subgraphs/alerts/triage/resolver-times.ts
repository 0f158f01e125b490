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
    description: 'Time when the status was first changed from OPEN to another; null if it never was.',
  })
  acknowledgedAt(@Root() alert: Alert & Times): Date | null {
    return dateOrNull(alert.acknowledgedAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time of the last change of the status to RESOLVED or FALSE_POSITIVE from a status that is not closed; null while the alert is not closed.',
  })
  resolvedAt(@Root() alert: Alert & Times): Date | null {
    return dateOrNull(alert.resolvedAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the status was last changed from RESOLVED or FALSE_POSITIVE to one that is not closed; null if it never was.',
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
      'Target for closing the alert; null if no target is configured for its severity, or while the alert is suppressed. A reopened alert keeps its target.',
  })
  resolveTarget(@Root() alert: Alert & Times, @Ctx() { settings, clock }: AlertsContext): AlertTarget | null {
    return resolutionTarget(alert, settings.targets, epochSeconds(clock));
  }
}
