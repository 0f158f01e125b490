import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Resolver, Root } from 'type-graphql';
import { dateOf, dateOrNull } from '../../../platform/clock.js';
import { First, GraphQLBigInt, nodeId, PermittedQuery, selectedFields } from '../../../platform/graph/index.js';
import { afterArgOptions, type DriveContext, pageDirective } from '../context.js';
import { itemFields, loadItem, loadSite } from './loaders.js';
import type { ChangeRecord, ItemKey, ItemList, ItemRecord, StoredContent, VersionRecord } from './repository/items.js';
import type { SiteRecord } from './repository/sites.js';
import type { ItemConnectionRecord } from './service.js';
import * as service from './service.js';
import { DriveChange, DriveContent, DriveItem, DriveItemConnection, DriveItemVersion, DriveSite } from './types.js';

@Resolver(() => DriveItem)
class DriveItemResolver {
  @PermittedQuery('drive.read', () => DriveItem, {
    nullable: true,
    description:
      'Return a file or folder by its id on the site, including deleted items; null if there is none. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  async driveItem(
    @Arg('siteId', () => ID, { description: 'Id of the site; see `DriveSite.siteId`.' }) siteId: string,
    @Arg('itemId', () => ID, { description: 'Id of the item on the site; see `DriveItem.itemId`.' }) itemId: string,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ItemRecord | null> {
    return await loadItem(context, { siteId, id: itemId }, itemFields(selectedFields(info)));
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() { siteId, id }: ItemRecord): string {
    return nodeId('DriveItem', siteId, id);
  }

  @FieldResolver(() => ID, { description: 'Id of the item on the site; unchanged by renames and moves.' })
  itemId(@Root() { id }: ItemRecord): string {
    return id;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Creation time; null if the site reports none.',
  })
  createdAt(@Root() item: ItemRecord): Date | null {
    return dateOrNull(item.createdAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last modification; null if the site reports none.',
  })
  modifiedAt(@Root() item: ItemRecord): Date | null {
    return dateOrNull(item.modifiedAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the deletion was detected; null if the item is not deleted.',
  })
  deletedAt(@Root() item: ItemRecord): Date | null {
    return dateOrNull(item.deletedAtEpoch);
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether the filter of the site excludes the file. New content of an excluded file is not downloaded; stored content remains available.',
  })
  isExcluded(@Root() item: ItemRecord): boolean {
    return item.nextDownloadAtEpoch === Number.POSITIVE_INFINITY;
  }

  @FieldResolver(() => DriveSite, {
    nullable: true,
    description: 'Site of the item; null if the site was removed.',
  })
  @Directive('@cost(weight: 1)')
  async site(@Root() item: ItemRecord, @Ctx() context: DriveContext): Promise<SiteRecord | null> {
    return await loadSite(context, item.siteId);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Path from the root folder, such as `/reports/june.pdf`; null if a parent folder is not in the local copy.',
  })
  @Directive('@cost(weight: 1)')
  path(@Root() { siteId, id, path }: ItemRecord, @Ctx() context: DriveContext): Promise<string | null> | string | null {
    // The items of lists are read without their paths.
    if (path !== undefined) return path;
    return context
      .loader('path', (keys: ItemKey[]) => service.pathsOf(context.dependencies, context, keys))
      .load({ siteId, id });
  }

  @FieldResolver(() => DriveItem, {
    nullable: true,
    description: 'Parent folder; null for the root folder, or if the parent folder is not in the local copy.',
  })
  @Directive('@cost(weight: 1)')
  async parent(
    @Root() { siteId, parentId = null }: ItemRecord,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ItemRecord | null> {
    if (parentId === null) return null;
    return await loadItem(context, { siteId, id: parentId }, itemFields(selectedFields(info)));
  }

  @FieldResolver(() => DriveItemConnection, {
    description: 'Items of the folder, excluding deleted items, sorted by name; empty for a file.',
  })
  @Directive(pageDirective)
  async children(
    @Root() { siteId, id }: ItemRecord,
    @First('results', { defaultValue: 50 }) first: number,
    @Arg('after', () => String, afterArgOptions) after: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<ItemConnectionRecord> {
    return await context
      .loader(
        'children',
        (folders: ItemKey[]) => service.childrenOf(context.dependencies, context, { folders, page: { first, after } }),
        first,
        after,
      )
      .load({ siteId, id });
  }

  @FieldResolver(() => DriveContent, {
    nullable: true,
    description: 'Newest stored content, even if a newer version is pending; null if none is stored.',
  })
  @Directive('@cost(weight: 1)')
  async content(
    @Root() { contentSha256 = null }: ItemRecord,
    @Ctx() context: DriveContext,
  ): Promise<StoredContent | null> {
    if (contentSha256 === null) return null;
    return await context
      .loader('content', (names: string[]) => service.contentsOf(context.dependencies, context, names))
      .load(contentSha256);
  }

  @FieldResolver(() => [DriveItemVersion], {
    description: 'The newest stored versions of the content, at most 1000, newest first.',
  })
  @Directive('@listSize(assumedSize: 5)')
  async versions(
    @Root() { siteId, id }: ItemRecord,
    @Arg('before', () => GraphQLBigInt, {
      nullable: true,
      description: 'Return versions that were stored before the change with this number; null: the newest versions.',
    })
    before: number | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<VersionRecord[]> {
    const query = { before: before ?? undefined };
    return await context
      .loader(
        'versions',
        (keys: ItemKey[]) => service.versionsOf(context.dependencies, context, { keys, ...query }),
        before,
      )
      .load({ siteId, id });
  }
}

@Resolver(() => DriveItemConnection)
class DriveItemConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of items of the site or folder on all pages.' })
  @Directive('@cost(weight: 10)')
  totalCount(@Root() { siteId, folderId }: ItemConnectionRecord, @Ctx() context: DriveContext): Promise<number> {
    return context
      .loader('item-count', (lists: ItemList[]) => service.countsOfLists(context.dependencies, context, lists))
      .load({ siteId, folderId });
  }
}

@Resolver(() => DriveItemVersion)
class DriveItemVersionResolver {
  @FieldResolver(() => GraphQLDateTime, { description: 'Time when the version was stored.' })
  storedAt(@Root() version: VersionRecord): Date {
    return dateOf(version.storedAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when this version was last modified on the site; null if the site reported none.',
  })
  modifiedAt(@Root() version: VersionRecord): Date | null {
    return dateOrNull(version.modifiedAtEpoch);
  }
}

@Resolver(() => DriveChange)
class DriveChangeResolver {
  @FieldResolver(() => GraphQLDateTime, { description: 'Time when the change was detected.' })
  at(@Root() change: ChangeRecord): Date {
    return dateOf(change.atEpoch);
  }

  @FieldResolver(() => DriveItem, {
    nullable: true,
    description: 'Current state of the item, even if it is deleted; null if it was removed from the local copy.',
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

export const itemResolvers = [
  DriveItemResolver,
  DriveItemConnectionResolver,
  DriveItemVersionResolver,
  DriveChangeResolver,
];
