import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Resolver, Root } from 'type-graphql';
import { dateOf, dateOrNull } from '../../../platform/clock.js';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, Input, PermittedMutation, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import { canAccess } from '../authorization.js';
import type { AlertsContext } from '../context.js';
import { alertReference } from '../triage/resolver.js';
import { Alert } from '../triage/types.js';
import { BacktestState } from '../vocabulary.js';
import {
  type BacktestSuppression,
  cancelBacktest,
  listBacktests,
  readBacktest,
  startBacktest,
} from './service/backtests.js';
import { groupsOf, samplesOf } from './service/results.js';
import {
  CancelPolicyBacktestInput,
  PolicyBacktest,
  type PolicyBacktestGroup,
  PolicyBacktestGroupConnection,
  PolicyBacktestPayload,
  PolicyBacktestSample,
  StartPolicyBacktestInput,
} from './types.js';

@Resolver(() => PolicyBacktest)
class PolicyBacktestResolver {
  @PermittedMutation('alerts.triage', () => PolicyBacktestPayload, {
    description:
      'Start a backtest, which simulates other settings on the alerts of recent days in the background; `policyBacktest` returns the progress and the result. The backtest changes no alerts or settings. A caller can run at most 2 backtests at a time. Requires the role `analyst` or `admin`, except for anonymous callers while `[auth] alerts` is `open`.',
    cost: 100,
  })
  async startPolicyBacktest(
    @Input(() => StartPolicyBacktestInput, 'Days to evaluate, and the policy to test.') input: StartPolicyBacktestInput,
    @Ctx() context: AlertsContext,
  ): Promise<PolicyBacktestPayload> {
    return { backtest: fieldsOf(await startBacktest(context, input)) };
  }

  @PermittedMutation('alerts.triage', () => PolicyBacktestPayload, {
    description:
      'Cancel a running backtest, which then has no result. A backtest that has ended is returned unchanged. Requires the role `analyst` or `admin`, except for anonymous callers while `[auth] alerts` is `open`.',
    cost: 10,
  })
  async cancelPolicyBacktest(
    @Input(() => CancelPolicyBacktestInput, 'Id of the backtest to cancel.') input: CancelPolicyBacktestInput,
    @Ctx() context: AlertsContext,
  ): Promise<PolicyBacktestPayload> {
    return { backtest: fieldsOf(await cancelBacktest(context, input.id)) };
  }

  @PermittedQuery('alerts.read', () => PolicyBacktest, {
    nullable: true,
    description:
      'Return a backtest with its progress; null if no backtest has the id, or you may not read all of its alerts.',
  })
  async policyBacktest(
    @Arg('id', () => ID, { description: 'UUID of the backtest.' }) id: string,
    @Ctx() context: AlertsContext,
  ): Promise<PolicyBacktest | null> {
    const row = await readBacktest(context, id);
    return row === null ? null : fieldsOf(row);
  }

  @PermittedQuery('alerts.read', () => [PolicyBacktest], {
    description:
      'List the backtests of which you may read all alerts, newest first. Only the newest 100 ended backtests of each caller are stored.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  async policyBacktests(
    @First('backtests', { defaultValue: 20, max: 100 }) first: number,
    @Ctx() context: AlertsContext,
  ): Promise<PolicyBacktest[]> {
    return (await listBacktests(context, first)).map(fieldsOf);
  }

  @FieldResolver(() => PolicyBacktestGroupConnection, {
    description: 'Counts by tenant, model and severity, sorted by tenant; empty unless the state is DONE.',
  })
  @Directive(pageListSize)
  async groups(
    @Root() backtest: PolicyBacktest,
    @First('groups') first: number | null | undefined,
    @After('groups') after: string | null | undefined,
    @Ctx() context: AlertsContext,
  ): Promise<ConnectionRecord<PolicyBacktestGroup>> {
    const page = await groupsOf(context, { id: backtest.id, first, after });
    const edges = page.edges.map(({ cursor, node }) => ({ cursor, node: { ...node, counts: node } }));
    return { edges, nodes: edges.map(({ node }) => node), pageInfo: page.pageInfo };
  }

  @FieldResolver(() => [PolicyBacktestSample], {
    description:
      'Up to 20 alerts for each kind of difference: those with the highest `attackProb`, grouped by kind, highest first in each group; empty unless the state is DONE.',
  })
  @Directive('@listSize(assumedSize: 60)')
  async samples(@Root() backtest: PolicyBacktest, @Ctx() context: AlertsContext): Promise<PolicyBacktestSample[]> {
    const rows = await samplesOf(context, backtest.id);
    return rows.map(({ firstSeenEpoch, lastSeenEpoch, inferences: inferenceCount, ...row }) => {
      return { ...row, inferenceCount, firstSeen: dateOf(firstSeenEpoch), lastSeen: dateOf(lastSeenEpoch) };
    });
  }
}

@Resolver(() => PolicyBacktestSample)
class PolicyBacktestSampleResolver {
  @FieldResolver(() => Alert, {
    nullable: true,
    description: 'The alert; null if the policy would add it, or if it was deleted.',
  })
  alert(
    @Root() { alertId }: PolicyBacktestSample,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<unknown> {
    return alertReference({ id: alertId }, context, info);
  }
}

export const backtestResolvers = [PolicyBacktestResolver, PolicyBacktestSampleResolver];

type Row = Awaited<ReturnType<typeof startBacktest>>;

function fieldsOf(row: Row): PolicyBacktest {
  return {
    ...{ id: row.id, state: row.state, days: row.days, tenantIds: row.tenants, modelName: row.modelName },
    ...{ minThreshold: row.minThreshold, dedupWindowSeconds: row.dedupWindowSeconds },
    suppressions: readableSuppressions(row).map(({ filter }) => JSON.stringify(filter)),
    ...{ currentMinThreshold: row.currentMinThreshold, currentDedupWindowSeconds: row.currentDedupWindowSeconds },
    ...{ inferenceCount: row.inferenceCount, processedCount: row.processedCount },
    ...{ leftOutCount: row.leftOutCount, leftOutAlertCount: row.leftOutAlertCount },
    counts: row.state === BacktestState.DONE ? row : null,
    ...{ createdBy: row.creatorName, via: row.via, error: row.error },
    createdAt: dateOf(row.createdAtEpoch),
    finishedAt: dateOrNull(row.finishedAtEpoch),
  };
}

/** The suppressions of a backtest; earlier releases also stored those of tenants whose alerts it does not read. */
function readableSuppressions({ suppressions, tenants }: Row): BacktestSuppression[] {
  const stored = (suppressions ?? []) as readonly BacktestSuppression[]; // The shape that `startBacktest` stores.
  return stored.filter(({ tenantId }) => tenantId === null || canAccess({ tenants }, tenantId));
}
