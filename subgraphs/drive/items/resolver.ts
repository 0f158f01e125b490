import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { selectedFields } from '../../../platform/graph/index.js';
import { afterDetails, type DriveContext, dateOf, firstDetails, pageDirective } from '../context.js';
import { itemFields, loadItem, loadSite } from './loaders.js';

import type { ChangeRecord, ItemKey, ItemRecord, StoredContent, VersionRecord } from './repository/items.js';
import type { ItemCounts, SiteRecord } from './repository/sites.js';
import {
  childrenOf,
  contentsOf,
  countsOf,
  listChanges,
  listItems,
  listSites,
  pathsOf,
  rootsOf,
  versionsOf,
} from './service.js';
import {
  DriveChange,
  DriveChangeConnection,
  DriveContent,
  DriveCounts,
  DriveItem,
  DriveItemConnection,
  DriveItemVersion,
  DriveSite,
} from './types.js';

@Resolver(() => DriveSite)
export class DriveSiteResolver {
  @Query(() => [DriveSite], { description: 'Document sites that are or were synced. For operators.' })
  @Directive('@listSize(assumedSize: 5)')
  async driveSites(@Ctx() context: DriveContext): Promise<SiteRecord[]> {
    return await listSites(context.dependencies, context);
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
    return await context.loader('root', (ids: string[]) => rootsOf(context.dependencies, context, ids)).load(site.id);
  }

  @FieldResolver(() => DriveItemConnection, { description: 'Items that are there, the last changed first.' })
  @Directive(pageDirective)
  async items(
    @Root() site: SiteRecord,
    @Arg('first', () => Int, firstDetails) first: number,
    @Arg('after', () => String, afterDetails) after: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<ConnectionRecord<ItemRecord>> {
    return await listItems(context.dependencies, context, { siteId: site.id, page: { first, after } });
  }

  @FieldResolver(() => DriveChangeConnection, { description: 'What happened to the items, the newest first.' })
  @Directive(pageDirective)
  async changes(
    @Root() site: SiteRecord,
    @Arg('first', () => Int, firstDetails) first: number,
    @Arg('after', () => String, afterDetails) after: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<ConnectionRecord<ChangeRecord>> {
    return await listChanges(context.dependencies, context, { siteId: site.id, page: { first, after } });
  }

  @FieldResolver(() => DriveCounts, { description: 'What of it is here.' })
  @Directive('@cost(weight: 10)')
  async counts(@Root() site: SiteRecord, @Ctx() context: DriveContext): Promise<ItemCounts> {
    return await countsOf(context.dependencies, context, site.id);
  }
}

@Resolver(() => DriveItem)
export class DriveItemResolver {
  @Query(() => DriveItem, {
    nullable: true,
    description: 'One file or folder, also a deleted one; null when it is not known here. For operators.',
  })
  async driveItem(
    @Arg('siteId', () => ID, { description: 'The site.' }) siteId: string,
    @Arg('id', () => ID, { description: 'The item.' }) id: string,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ItemRecord | null> {
    return await loadItem(context, { siteId, id }, itemFields(selectedFields(info)));
  }

  @FieldResolver(() => GraphQLDateTime, { nullable: true, description: 'When it was made; null when not told.' })
  createdAt(@Root() item: ItemRecord): Date | null {
    return dateOf(item.createdAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, { nullable: true, description: 'When it was changed; null when not told.' })
  modifiedAt(@Root() item: ItemRecord): Date | null {
    return dateOf(item.modifiedAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it was found deleted; null: it is there.',
  })
  deletedAt(@Root() item: ItemRecord): Date | null {
    return dateOf(item.deletedAtEpoch);
  }

  @FieldResolver(() => DriveSite, {
    nullable: true,
    description: 'The site that it belongs to; null once that is gone.',
  })
  @Directive('@cost(weight: 1)')
  async site(@Root() item: ItemRecord, @Ctx() context: DriveContext): Promise<SiteRecord | null> {
    return await loadSite(context, item.siteId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Path from the root, by the names of the folders above; null when one of them is not known.',
  })
  @Directive('@cost(weight: 1)')
  path(@Root() { siteId, id, path }: ItemRecord, @Ctx() context: DriveContext): Promise<string | null> | string | null {
    // Items of lists come without it.
    if (path !== undefined) return path;
    return context
      .loader('path', (keys: ItemKey[]) => pathsOf(context.dependencies, context, keys))
      .load({ siteId, id });
  }

  @FieldResolver(() => DriveItem, { nullable: true, description: 'The folder that it lies in; null for the root.' })
  @Directive('@cost(weight: 1)')
  async parent(
    @Root() { siteId, parentId = null }: ItemRecord,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ItemRecord | null> {
    if (parentId === null) return null;
    return await loadItem(context, { siteId, id: parentId }, itemFields(selectedFields(info)));
  }

  @FieldResolver(() => DriveItemConnection, { description: 'What lies in it, by name.' })
  @Directive(pageDirective)
  async children(
    @Root() { siteId, id }: ItemRecord,
    @Arg('first', () => Int, firstDetails) first: number,
    @Arg('after', () => String, afterDetails) after: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<ConnectionRecord<ItemRecord>> {
    return await context
      .loader(
        'children',
        (folders: ItemKey[]) => childrenOf(context.dependencies, context, { folders, page: { first, after } }),
        first,
        after,
      )
      .load({ siteId, id });
  }

  @FieldResolver(() => DriveContent, {
    nullable: true,
    description: 'The newest content that is here, also while a newer one is pending; null when there is none.',
  })
  @Directive('@cost(weight: 1)')
  async content(
    @Root() { contentSha256 = null }: ItemRecord,
    @Ctx() context: DriveContext,
  ): Promise<StoredContent | null> {
    if (contentSha256 === null) return null;
    return await context
      .loader('content', (names: string[]) => contentsOf(context.dependencies, context, names))
      .load(contentSha256);
  }

  @FieldResolver(() => [DriveItemVersion], { description: 'Every content that it has had here, the newest first.' })
  @Directive('@listSize(assumedSize: 5)')
  async versions(@Root() { siteId, id }: ItemRecord, @Ctx() context: DriveContext): Promise<VersionRecord[]> {
    return await context
      .loader('versions', (keys: ItemKey[]) => versionsOf(context.dependencies, context, keys))
      .load({ siteId, id });
  }
}

@Resolver(() => DriveItemVersion)
export class DriveItemVersionResolver {
  @FieldResolver(() => GraphQLDateTime, { description: 'When it was stored here.' })
  storedAt(@Root() version: VersionRecord): Date {
    return new Date(version.storedAtEpoch * 1000);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it had been changed; null when not told.',
  })
  modifiedAt(@Root() version: VersionRecord): Date | null {
    return dateOf(version.modifiedAtEpoch);
  }
}

@Resolver(() => DriveChange)
export class DriveChangeResolver {
  @FieldResolver(() => GraphQLDateTime, { description: 'When it was found.' })
  at(@Root() change: ChangeRecord): Date {
    return new Date(change.atEpoch * 1000);
  }

  @FieldResolver(() => DriveItem, {
    nullable: true,
    description: 'The item as it is now; null when nothing is known of it any more.',
  })
  @Directive('@cost(weight: 1)')
  async item(
    @Root() { siteId, itemId }: ChangeRecord,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ItemRecord | null> {
    return await loadItem(context, { siteId, id: itemId }, itemFields(selectedFields(info)));
  }
}
