import { Arg, Ctx, Directive, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../platform/connection.js';
import { type DriveContext, loadSite } from './context.js';
import type { ChangeRecord, ItemCounts, ItemRecord, RunRecord, SiteRecord, SubscriptionRecord } from './records.js';
import {
  DriveChangeConnection,
  DriveCounts,
  DriveItem,
  DriveItemConnection,
  DriveSite,
  DriveSubscription,
  DriveSyncRunConnection,
} from './types/index.js';

const pageDirective =
  '@listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)';
const firstDetails = { defaultValue: 50, description: 'Size of the page, 1 to 1000.' };
const afterDetails = { nullable: true, description: 'Only what follows this cursor.' };

type After = string | null | undefined;

@Resolver(() => DriveSite)
export class DriveSiteResolver {
  @Query(() => [DriveSite], { description: 'Document sites that are or were synced. For operators.' })
  @Directive('@listSize(assumedSize: 5)')
  async driveSites(@Ctx() context: DriveContext): Promise<SiteRecord[]> {
    return await context.service.listSites(context);
  }

  @Query(() => DriveSite, { nullable: true, description: 'One document site; null when it is not known here.' })
  async driveSite(
    @Arg('id', () => ID, { description: 'As the graph API of the site names it.' }) id: string,
    @Ctx() context: DriveContext,
  ): Promise<SiteRecord | null> {
    return await loadSite(context, id);
  }

  @FieldResolver(() => DriveItem, { nullable: true, description: 'The root folder; null before the first sync.' })
  @Directive('@cost(weight: 1)')
  async root(@Root() site: SiteRecord, @Ctx() context: DriveContext): Promise<ItemRecord | null> {
    return await context.loader('root', (ids: string[]) => context.service.rootsOf(context, ids)).load(site.id);
  }

  @FieldResolver(() => DriveItemConnection, { description: 'Items that are there, the last changed first.' })
  @Directive(pageDirective)
  async items(
    @Root() site: SiteRecord,
    @Arg('first', () => Int, firstDetails) first: number,
    @Arg('after', () => String, afterDetails) after: After,
    @Ctx() context: DriveContext,
  ): Promise<ConnectionRecord<ItemRecord>> {
    return await context.service.listItems(context, { siteId: site.id, page: { first, after } });
  }

  @FieldResolver(() => DriveChangeConnection, { description: 'What happened to the items, the newest first.' })
  @Directive(pageDirective)
  async changes(
    @Root() site: SiteRecord,
    @Arg('first', () => Int, firstDetails) first: number,
    @Arg('after', () => String, afterDetails) after: After,
    @Ctx() context: DriveContext,
  ): Promise<ConnectionRecord<ChangeRecord>> {
    return await context.service.listChanges(context, { siteId: site.id, page: { first, after } });
  }

  @FieldResolver(() => DriveSyncRunConnection, { description: 'Syncs with their figures, the newest first.' })
  @Directive(pageDirective)
  async syncRuns(
    @Root() site: SiteRecord,
    @Arg('first', () => Int, firstDetails) first: number,
    @Arg('after', () => String, afterDetails) after: After,
    @Ctx() context: DriveContext,
  ): Promise<ConnectionRecord<RunRecord>> {
    return await context.service.listRuns(context, { siteId: site.id, page: { first, after } });
  }

  @FieldResolver(() => [DriveSubscription], {
    description: 'Subscriptions to its changes, the newest first; at most 50.',
  })
  @Directive('@listSize(assumedSize: 5)')
  async subscriptions(@Root() site: SiteRecord, @Ctx() context: DriveContext): Promise<SubscriptionRecord[]> {
    return await context.service.subscriptionsOf(context, site.id);
  }

  @FieldResolver(() => DriveCounts, { description: 'What of it is here.' })
  @Directive('@cost(weight: 10)')
  async counts(@Root() site: SiteRecord, @Ctx() context: DriveContext): Promise<ItemCounts> {
    return await context.service.countsOf(context, site.id);
  }
}
