import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Resolver, Root } from 'type-graphql';
import { dateOf, dateOrNull, epochSeconds } from '../../../platform/clock.js';
import { First, Input, PermittedMutation, PermittedQuery } from '../../../platform/graph/index.js';
import { maxItems } from '../../../platform/input-limits.js';
import type { AlertsContext } from '../context.js';
import { AlertPerson } from '../people/types.js';
import { alertReference } from '../triage/resolver.js';
import { Alert } from '../triage/types.js';
import { AlertFilter } from '../triage/types-list.js';
import { Severity, SuppressionState } from '../vocabulary.js';
import { previewSuppression, type SuppressionPreviewRecord } from './service/preview-suppression.js';
import {
  addSuppression,
  endSuppression,
  listSuppressions,
  readSuppression,
  type SuppressionRow,
  stateOf,
  suppressedCounts,
} from './service/suppressions.js';
import {
  AddAlertSuppressionInput,
  AlertSuppression,
  AlertSuppressionPayload,
  AlertSuppressionPreview,
  EndAlertSuppressionInput,
} from './types.js';

/** The preview with the data that its field resolvers read. */
type Preview = AlertSuppressionPreview & Pick<SuppressionPreviewRecord, 'sampleIds'>;

@Resolver(() => AlertSuppression)
class SuppressionResolver {
  @PermittedMutation('alerts.suppress', () => AlertSuppressionPayload, {
    description: `Suppress new alerts that match a filter. Existing alerts are unchanged, except those of a rule that \`replacesId\` ends: they are restored unless another rule suppresses them. Limit: ${maxItems.suppressions} scheduled or active rules per tenant, and ${maxItems.suppressions} that apply to all tenants. Requires the role \`analyst\` or \`admin\`.`,
    cost: 10,
  })
  async addAlertSuppression(
    @Input(() => AddAlertSuppressionInput, 'Filter, reason and duration of the new rule.')
    input: AddAlertSuppressionInput,
    @Ctx() context: AlertsContext,
  ): Promise<{ suppression: SuppressionRow }> {
    return { suppression: await addSuppression(context, input) };
  }

  @PermittedMutation('alerts.suppress', () => AlertSuppressionPayload, {
    description:
      'End a suppression rule; idempotent. Alerts that no other rule suppresses are restored in the background: lists include them again, and events and notifications are sent as if the alerts that are not closed had just been opened. Requires the role `analyst` or `admin`.',
    cost: 10,
  })
  async endAlertSuppression(
    @Input(() => EndAlertSuppressionInput, 'Id of the rule to end.') input: EndAlertSuppressionInput,
    @Ctx() context: AlertsContext,
  ): Promise<{ suppression: SuppressionRow }> {
    return { suppression: await endSuppression(context, input.id) };
  }

  @PermittedQuery('alerts.read', () => AlertSuppression, {
    nullable: true,
    description:
      'Return a suppression rule; null if no rule has the id, or you may not read it. Callers who are restricted to tenants may read only the rules of their tenants.',
  })
  async alertSuppression(
    @Arg('id', () => ID, { description: 'UUID of the rule.' }) id: string,
    @Ctx() context: AlertsContext,
  ): Promise<SuppressionRow | null> {
    return await readSuppression(context, id);
  }

  @PermittedQuery('alerts.read', () => [AlertSuppression], {
    description:
      'List the suppression rules, newest first. Callers who are restricted to tenants see only the rules of their tenants.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  async alertSuppressions(
    @Arg('isEnded', () => Boolean, {
      nullable: true,
      description:
        'True: only rules with `endedAt`, including those whose alerts are still being restored. False: only rules without `endedAt`. Default: all rules.',
    })
    isEnded: boolean | null | undefined,
    @First('rules', { defaultValue: 100 }) first: number,
    @Ctx() context: AlertsContext,
  ): Promise<SuppressionRow[]> {
    return await listSuppressions(context, { isEnded, first });
  }

  @PermittedQuery('alerts.suppress', () => AlertSuppressionPreview, {
    description:
      'Count the alerts, suppressed or not, that were opened in the last `days` days and whose current values match the filter of a planned rule. Requires the role `analyst` or `admin`.',
    cost: 100,
  })
  async alertSuppressionPreview(
    @Arg('filter', () => AlertFilter, { description: 'Filter, with the same rules as in `addAlertSuppression`.' })
    filter: AlertFilter,
    @Arg('days', () => Int, {
      defaultValue: 30,
      description: 'Number of days before the request; only alerts opened since then are counted. 1–90; default 30.',
    })
    days: number,
    @Ctx() context: AlertsContext,
  ): Promise<Preview> {
    const { inPeriod, sampleIds, ...counts } = await previewSuppression(context, { filter, days });
    const severities = Object.values(Severity)
      .reverse()
      .map((value) => ({ value, count: counts[value] }));
    const count = severities.reduce((sum, severity) => sum + severity.count, 0);
    return { count, alertsInPeriod: inPeriod, severities, sampleIds };
  }

  @FieldResolver(() => SuppressionState, { description: 'State of the rule at the time of the request.' })
  state(@Root() rule: SuppressionRow, @Ctx() { clock }: AlertsContext): SuppressionState {
    return stateOf(rule, epochSeconds(clock));
  }

  @FieldResolver(() => String, {
    description: 'Filter as JSON, with the tenant of the rule, and enum values as in the REST API.',
  })
  filter(@Root() { filter }: SuppressionRow): string {
    return JSON.stringify(filter);
  }

  @FieldResolver(() => AlertPerson, { description: 'Person responsible for the rule.' })
  owner(@Root() { ownerId, ownerName }: SuppressionRow): AlertPerson {
    return { id: ownerId, name: ownerName };
  }

  @FieldResolver(() => String, { description: 'Name of the caller who added the rule.' })
  createdBy(@Root() { creatorName }: SuppressionRow): string {
    return creatorName;
  }

  @FieldResolver(() => GraphQLDateTime, { description: 'Time when the rule was added.' })
  createdAt(@Root() { createdAtEpoch }: SuppressionRow): Date {
    return dateOf(createdAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, { description: 'Time from which the rule suppresses alerts.' })
  startsAt(@Root() { startsAtEpoch }: SuppressionRow): Date {
    return dateOf(startsAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the rule ends automatically; null if it remains in effect until a caller ends it.',
  })
  endsAt(@Root() { endsAtEpoch }: SuppressionRow): Date | null {
    return dateOrNull(endsAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the rule ended; null if it has not ended. After `endsAt`, the time is set by a job that runs every minute.',
  })
  endedAt(@Root() { endedAtEpoch }: SuppressionRow): Date | null {
    return dateOrNull(endedAtEpoch);
  }

  @FieldResolver(() => Int, { description: 'Number of alerts that the rule currently suppresses.' })
  @Directive('@cost(weight: 5)')
  async suppressedCount(@Root() { id }: SuppressionRow, @Ctx() context: AlertsContext): Promise<number> {
    return await context.loader('suppressedCount', (ids: string[]) => suppressedCounts(context, ids)).load(id);
  }
}

/** The newest matching alerts of a preview. */
@Resolver(() => AlertSuppressionPreview)
class SuppressionPreviewResolver {
  @FieldResolver(() => [Alert], { description: 'The newest matching alerts, at most 5.' })
  @Directive('@listSize(assumedSize: 5)')
  async samples(
    @Root() { sampleIds }: Preview,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object[]> {
    const alerts = await Promise.all(sampleIds.map((id) => alertReference({ id }, context, info)));
    return alerts.filter((alert) => alert !== null);
  }
}

export const suppressionResolvers = [SuppressionResolver, SuppressionPreviewResolver];
