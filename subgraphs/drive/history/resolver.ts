import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { First, GraphQLBigInt, Input, PermittedMutation, selectedFields } from '../../../platform/graph/index.js';
import { afterArgOptions, type DriveContext, pageDirective } from '../context.js';
import {
  type ContentDependencies,
  type ItemRecord,
  type SiteRecord,
  type VersionKey,
  type VersionRecord,
  versionsByKeys,
} from '../items/index.js';
import { itemFields, loadItem } from '../items/loaders.js';
import { DriveItem, DriveItemVersion, DriveSite } from '../items/types.js';
import type { TreeEntryRow } from './repository.js';
import { createArchiveTicket } from './service/archive.js';
import { entriesOfTree, readTree, type TreeRecord } from './service/tree.js';
import {
  CreateDriveArchiveInput,
  CreateDriveArchivePayload,
  DriveTree,
  DriveTreeEntry,
  DriveTreeEntryConnection,
  DriveTreeFilter,
} from './types.js';

type EntryRecord = TreeEntryRow & { readonly siteId: string };

@Resolver(() => DriveSite)
class SiteTreeResolver {
  @FieldResolver(() => DriveTree, {
    nullable: true,
    description:
      'A folder as of a time (`at`) or after a change (`change`); pass exactly one of them. Null if the folder did not exist at that time. The content of a file is the newest content that was stored up to that time.',
  })
  @Directive('@cost(weight: 100)')
  async tree(
    @Root() site: SiteRecord,
    @Arg('at', () => GraphQLDateTime, {
      nullable: true,
      description: 'Point in time at which the state of the folder is returned; null if `change` is passed.',
    })
    at: Date | null | undefined,
    @Arg('change', () => GraphQLBigInt, {
      nullable: true,
      description: 'Number of the last change that is included, 0 for none; null if `at` is passed.',
    })
    change: number | null | undefined,
    @Arg('folder', () => String, {
      defaultValue: '/',
      description:
        'Path of the folder at the requested time, such as `/reports`; at most 4000 characters. Case and Unicode normalization matter only if several folders differ in nothing else. Default: the root folder.',
    })
    folder: string,
    @Ctx() context: DriveContext<ContentDependencies>,
  ): Promise<TreeRecord | null> {
    return await readTree(context.dependencies, context, { siteId: site.id, at, change, folder });
  }
}

@Resolver(() => DriveTree)
class DriveTreeResolver {
  @FieldResolver(() => String, { description: 'Path of the folder at the time of the tree; `/` for the root folder.' })
  folder(@Root() { folder }: TreeRecord): string {
    return folder === '' ? '/' : folder;
  }

  @FieldResolver(() => DriveTreeEntryConnection, {
    description: 'Direct children of the folder, or with `allLevels` everything below it, sorted by path.',
  })
  @Directive(pageDirective)
  async entries(
    @Root() tree: TreeRecord,
    @First('results', { defaultValue: 50 }) first: number,
    @Arg('after', () => String, afterArgOptions) after: string | null | undefined,
    @Arg('filter', () => DriveTreeFilter, { nullable: true, description: 'Filter; null: all entries.' })
    filter: DriveTreeFilter | null | undefined,
    @Arg('allLevels', () => Boolean, {
      defaultValue: false,
      description: 'Whether entries of subfolders are included, at any depth; default false.',
    })
    allLevels: boolean,
    @Ctx() context: DriveContext<ContentDependencies>,
  ): Promise<ConnectionRecord<EntryRecord>> {
    const input = { tree, page: { first, after }, filter: filter ?? {}, allLevels };
    return await entriesOfTree(context.dependencies, context, input);
  }
}

@Resolver(() => DriveTreeEntry)
class DriveTreeEntryResolver {
  @FieldResolver(() => DriveItem, {
    nullable: true,
    description: 'Current state of the item, even if it is deleted; null if it was removed from the local copy.',
  })
  @Directive('@cost(weight: 1)')
  async item(
    @Root() { siteId, itemId }: EntryRecord,
    @Ctx() context: DriveContext<ContentDependencies>,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ItemRecord | null> {
    return await loadItem(context, { siteId, id: itemId }, itemFields(selectedFields(info)));
  }

  @FieldResolver(() => DriveItemVersion, {
    nullable: true,
    description:
      'Newest content that was stored up to the time of the tree; null for a folder, or if no content was stored by then.',
  })
  @Directive('@cost(weight: 1)')
  async version(
    @Root() { siteId, itemId, version }: EntryRecord,
    @Ctx() context: DriveContext<ContentDependencies>,
  ): Promise<VersionRecord | null> {
    if (version === null) return null;
    return await context
      .loader('version', (keys: VersionKey[]) => versionsByKeys(context.dependencies, context, keys))
      .load({ siteId, id: itemId, change: version });
  }
}

@Resolver()
class ArchiveMutationResolver {
  @PermittedMutation('drive.restore', () => CreateDriveArchivePayload, {
    description:
      'Create a link to a ZIP archive of a folder as of a point in time. Requires the role `analyst` without a tenant restriction, or `admin`.',
    cost: 100,
  })
  async createDriveArchive(
    @Input(() => CreateDriveArchiveInput, 'Folder to download and the point in time.') input: CreateDriveArchiveInput,
    @Ctx() context: DriveContext<ContentDependencies>,
  ): Promise<CreateDriveArchivePayload> {
    const { tree, fileName, ticket } = await createArchiveTicket(context.dependencies, context, input);
    // A field resolver converts the folder of the tree.
    return { tree, fileName, link: `/drive/download/${ticket}` };
  }
}

export const historyResolvers = [SiteTreeResolver, DriveTreeResolver, DriveTreeEntryResolver, ArchiveMutationResolver];
