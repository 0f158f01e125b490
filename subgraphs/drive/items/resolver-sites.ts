import { Arg, Ctx, Directive, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { First, nodeId, PermittedQuery } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import { afterArgOptions, type DriveContext, pageDirective } from '../context.js';
import { siteAddress } from '../site-address.js';
import { loadSite } from './loaders.js';
import type { ChangeRecord, ItemRecord } from './repository/items.js';
import type { ItemCounts, SiteRecord } from './repository/sites.js';
import type { ItemConnectionRecord } from './service.js';
import * as service from './service.js';
import { DriveChangeConnection, DriveCounts, DriveItem, DriveItemConnection, DriveSite } from './types.js';
import { ContentState } from './vocabulary.js';

@Resolver(() => DriveSite)
export class DriveSiteResolver {
  @PermittedQuery('drive.read', () => [DriveSite], {
    description:
      'List document sites, sorted by hostname and path. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  @Directive('@listSize(assumedSize: 5)')
  async driveSites(@Ctx() context: DriveContext): Promise<SiteRecord[]> {
    return await service.listSites(context.dependencies, context);
  }

  @PermittedQuery('drive.read', () => DriveSite, {
    nullable: true,
    description:
      'Return a document site by its id; null if the id is unknown. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  async driveSite(
    @Arg('siteId', () => ID, { description: 'Id of the site; see `DriveSite.siteId`.' })
    siteId: string,
    @Ctx() context: DriveContext,
  ): Promise<SiteRecord | null> {
    return await loadSite(context, siteId);
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() site: SiteRecord): string {
    return nodeId('DriveSite', site.id);
  }

  @FieldResolver(() => ID, {
    description:
      'Id of the site in Microsoft Graph: hostname and two GUIDs, separated by commas; followed by a comma and the id of the library if it is not the default library.',
  })
  siteId(@Root() site: SiteRecord): string {
    return site.id;
  }

  @FieldResolver(() => String, { description: 'Path on the host, such as `/sites/security`.' })
  path(@Root() site: SiteRecord): string {
    return siteAddress(site).sitePath;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Name of the document library; null: the default library of the site.',
  })
  library(@Root() site: SiteRecord): string | null {
    return siteAddress(site).library;
  }

  @FieldResolver(() => DriveItem, {
    nullable: true,
    description: 'Root folder; null before the first sync, and after the local copy was removed.',
  })
  @Directive('@cost(weight: 1)')
  async root(@Root() site: SiteRecord, @Ctx() context: DriveContext): Promise<ItemRecord | null> {
    return await context
      .loader('root', (ids: string[]) => service.rootsOf(context.dependencies, context, ids))
      .load(site.id);
  }

  @FieldResolver(() => DriveItemConnection, {
    description: 'Items that are not deleted, including the root folder; most recently changed first.',
  })
  @Directive(pageDirective)
  async items(
    @Root() site: SiteRecord,
    @First('results', { defaultValue: 50 }) first: number,
    @Arg('after', () => String, afterArgOptions) after: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<ItemConnectionRecord> {
    return await service.listItems(context.dependencies, context, { siteId: site.id, page: { first, after } });
  }

  @FieldResolver(() => [DriveItem], {
    description:
      'Items that are not deleted and whose name contains the argument `name`, excluding the root folder; most recently changed first.',
  })
  @Directive('@cost(weight: 10)')
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  async foundItems(
    @Root() site: SiteRecord,
    @Arg('name', () => String, {
      description: `Substring of the name, case-insensitive; at most ${maxCharacters.search} characters. Empty: all items.`,
    })
    name: string,
    @First('items', { defaultValue: 20, max: 100 }) first: number,
    @Arg('contentState', () => ContentState, {
      nullable: true,
      description: 'Only items whose content has this state, such as `FAILED`. Null: all items.',
    })
    contentState: ContentState | null | undefined,
    @Arg('hasMalware', () => Boolean, {
      nullable: true,
      description: 'True: only files in which the site has reported malware. False: only other items. Null: all items.',
    })
    hasMalware: boolean | null | undefined,
    @Arg('isExcluded', () => Boolean, {
      nullable: true,
      description: 'True: only files that the filter of the site excludes. False: only other items. Null: all items.',
    })
    isExcluded: boolean | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<ItemRecord[]> {
    return await service.findItems(context.dependencies, context, {
      ...{ siteId: site.id, name, first },
      contentState: contentState ?? null,
      hasMalware: hasMalware ?? null,
      isExcluded: isExcluded ?? null,
    });
  }

  @FieldResolver(() => DriveChangeConnection, { description: 'Changes to the items, newest first.' })
  @Directive(pageDirective)
  async changes(
    @Root() site: SiteRecord,
    @First('results', { defaultValue: 50 }) first: number,
    @Arg('after', () => String, afterArgOptions) after: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<ConnectionRecord<ChangeRecord>> {
    return await service.listChanges(context.dependencies, context, { siteId: site.id, page: { first, after } });
  }

  @FieldResolver(() => DriveCounts, { description: 'Counts of the items and their stored contents.' })
  @Directive('@cost(weight: 10)')
  async counts(@Root() site: SiteRecord, @Ctx() context: DriveContext): Promise<ItemCounts> {
    return await context
      .loader('counts', (ids: string[]) => service.countsOf(context.dependencies, context, ids))
      .load(site.id);
  }
}
