import { GraphQLDateTime } from 'graphql-scalars';
import { Ctx, Directive, FieldResolver, Resolver, Root } from 'type-graphql';
import { dateOrNull } from '../../../platform/clock.js';
import type { AlertsContext } from '../context.js';
import { Alert } from '../triage/types.js';
import { type SuppressionRow, suppressionsByIds } from './service/suppressions.js';
import { AlertSuppression } from './types.js';

/** The alert columns that are read if these fields are selected. */
type SuppressibleAlert = Alert & { suppressedBy?: readonly string[] | null; restoredAtEpoch?: number | null };

@Resolver(() => Alert)
export class AlertSuppressionsResolver {
  @FieldResolver(() => Boolean, { description: 'Whether a rule suppresses the alert.' })
  isSuppressed(@Root() { suppressedBy }: SuppressibleAlert): boolean {
    return suppressedBy !== null && suppressedBy !== undefined;
  }

  @FieldResolver(() => [AlertSuppression], {
    description:
      'Rules that suppress the alert; empty if it is not suppressed. For callers who are restricted to tenants, rules that apply to all tenants are omitted, so the list can be empty although the alert is suppressed.',
  })
  @Directive('@listSize(assumedSize: 2)')
  async suppressions(
    @Root() { suppressedBy }: SuppressibleAlert,
    @Ctx() context: AlertsContext,
  ): Promise<SuppressionRow[]> {
    if (suppressedBy === null || suppressedBy === undefined) return [];
    const loader = context.loader('suppression', (ids: string[]) => suppressionsByIds(context, ids));
    const rules = await Promise.all(suppressedBy.map((id) => loader.load(id)));
    return rules.filter((rule) => rule !== null);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the alert was restored: since then, no rule has suppressed it, and its response-time targets are measured from this time. Null if the alert was never suppressed or is still suppressed.',
  })
  restoredAt(@Root() { restoredAtEpoch }: SuppressibleAlert): Date | null {
    return dateOrNull(restoredAtEpoch ?? null);
  }
}
