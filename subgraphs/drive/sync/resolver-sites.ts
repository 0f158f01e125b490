import { Arg, Ctx, Directive, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { dateOrNull } from '../../../platform/clock.js';
import { First, Input, keyOfNodeId, nodeId, PermittedMutation, PermittedQuery } from '../../../platform/graph/index.js';
import { afterArgOptions, pageDirective } from '../context.js';
import type { SiteRecord } from '../items/index.js';
import { DriveSite } from '../items/types.js';
import { type SiteKey, siteAddress } from '../site-address.js';
import type { SyncContext } from './dependencies.js';
import type { SiteConnectionRecord } from './repository/connections.js';
import { addSite, requestSyncOf, setPaused, updateSiteOptions } from './service/change-sites.js';
import { defaultPollSeconds } from './service/followed-sites.js';
import {
  type FollowedSite,
  type FollowedSiteConnectionRecord,
  followedSiteOf,
  pageOfSites,
} from './service/list-sites.js';
import { removeSite } from './service/remove-site.js';
import { readStatuses, type StatusRecord } from './service/status.js';
import { DriveStatus } from './types.js';
import { isFullArgOptions } from './types-mutations.js';
import {
  AddDriveSiteInput,
  AddDriveSitePayload,
  DriveFollowedSite,
  DriveFollowedSiteConnection,
  DriveSiteInput,
  DriveSitePayload,
  RemoveDriveSiteInput,
  RemoveDriveSitePayload,
  UpdateDriveSiteInput,
} from './types-sites.js';

const nodeType = 'DriveFollowedSite';

function idOf({ hostname, path }: SiteKey): string {
  return nodeId(nodeType, hostname, path);
}

function keyOf(id: string): SiteKey {
  const [hostname = '', path = ''] = keyOfNodeId(id, { type: nodeType, parts: 2 });
  return { hostname, path };
}

const changed = (context: SyncContext, site: SiteConnectionRecord) => ({
  site: followedSiteOf(context.dependencies, site),
});

@Resolver(() => DriveFollowedSite)
class FollowedSiteResolver {
  @PermittedQuery('drive.read', () => DriveFollowedSiteConnection, {
    description:
      'List the followed document sites: first the site that `[drive]` configures, then the others in the order in which they were added. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  @Directive(pageDirective)
  async driveFollowedSites(
    @First('results', { defaultValue: 50 }) first: number,
    @Arg('after', () => String, afterArgOptions) after: string | null | undefined,
    @Ctx() context: SyncContext,
  ): Promise<FollowedSiteConnectionRecord> {
    return await pageOfSites(context.dependencies, context, { first, after });
  }

  @FieldResolver(() => ID, {
    description: 'Opaque id; pass it to the mutations for followed sites. It is not a global id.',
  })
  id(@Root() site: FollowedSite): string {
    return idOf(site);
  }

  @FieldResolver(() => String, { description: 'Path on the host, such as `/sites/security`.' })
  path(@Root() site: FollowedSite): string {
    return siteAddress(site).sitePath;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Name of the document library; null: the default library of the site.',
  })
  library(@Root() site: FollowedSite): string | null {
    return siteAddress(site).library;
  }

  @FieldResolver(() => Int, { description: 'Seconds between polls of the site for changes.' })
  pollSeconds(@Root() site: FollowedSite): number {
    return site.pollSeconds ?? defaultPollSeconds;
  }

  @FieldResolver()
  addedAt(@Root() site: FollowedSite): Date | null {
    return dateOrNull(site.addedAtEpoch);
  }

  @FieldResolver(() => DriveStatus, { description: 'Status of the connection to the site.' })
  @Directive('@cost(weight: 10)')
  async status(@Root() site: FollowedSite, @Ctx() context: SyncContext): Promise<StatusRecord> {
    return await loadStatus(context, site);
  }

  @FieldResolver(() => DriveSite)
  async site(@Root() site: FollowedSite, @Ctx() context: SyncContext): Promise<SiteRecord | null> {
    return (await loadStatus(context, site)).site;
  }
}

function loadStatus(context: SyncContext, site: FollowedSite): Promise<StatusRecord> {
  return context
    .loader('site-status', (sites: FollowedSite[]) => readStatuses(context.dependencies, context, sites))
    .load(site);
}

@Resolver()
class FollowedSiteMutationResolver {
  @PermittedMutation('drive.connect', () => AddDriveSitePayload, {
    description:
      'Follow another document site or library: request a token, look up the site, and create a subscription. Nothing is stored if the site cannot be found. Limit: 100 followed sites. Requires the role `admin`.',
    cost: 100,
  })
  async addDriveSite(
    @Input(() => AddDriveSiteInput, 'Site to follow and its options.') input: AddDriveSiteInput,
    @Ctx() context: SyncContext,
  ): Promise<{ site: FollowedSite; subscriptionError: string | null }> {
    const added = await addSite(context.dependencies, context, input);
    return { ...added, ...changed(context, added.site) };
  }

  @PermittedMutation('drive.connect', () => DriveSitePayload, {
    description:
      'Change the polling interval, filter or credentials of a followed site, and schedule a sync if the site is connected. After a change to the filter, the next sync compares all files with the new filter. Requires the role `admin`.',
    cost: 100,
  })
  async updateDriveSite(
    @Input(() => UpdateDriveSiteInput, 'Id of the site and its new options.') { id, ...options }: UpdateDriveSiteInput,
    @Ctx() context: SyncContext,
  ): Promise<{ site: FollowedSite }> {
    return changed(context, await updateSiteOptions(context.dependencies, context, { ...options, site: keyOf(id) }));
  }

  @PermittedMutation('drive.connect', () => RemoveDriveSitePayload, {
    description:
      'Stop following a document site, and delete its local copy unless `keepFiles` is true. Items that are linked to alerts are never deleted. Fails with `CONFLICT` for the site that `[drive]` configures. Unless `keepFiles` is true, also fails with `CONFLICT` while a mass change of the site is open or confirmed, or while it is not known yet whether files that disappeared from the site were deleted or moved. Requires the role `admin`.',
    cost: 100,
  })
  async removeDriveSite(
    @Input(() => RemoveDriveSiteInput, 'Id of the site to stop following and whether to keep its local copy.') {
      id,
      keepFiles,
    }: RemoveDriveSiteInput,
    @Ctx() context: SyncContext,
  ): Promise<RemoveDriveSitePayload> {
    const { siteId: _, ...removed } = await removeSite(context.dependencies, context, { site: keyOf(id), keepFiles });
    return { id, ...removed };
  }

  @PermittedMutation('drive.sync', () => DriveSitePayload, {
    description:
      'Schedule a sync of a followed site. Fails with `CONFLICT` if the site is paused or not connected. Requires the role `analyst` without a tenant restriction, or `admin`.',
    cost: 100,
  })
  async syncDriveSite(
    @Input(() => DriveSiteInput, 'Id of the site; see `DriveFollowedSite.id`.') { id }: DriveSiteInput,
    @Arg('isFull', () => Boolean, isFullArgOptions) isFull: boolean,
    @Ctx() context: SyncContext,
  ): Promise<{ site: FollowedSite }> {
    return changed(context, await requestSyncOf(context.dependencies, context, { site: keyOf(id), isFull }));
  }

  @PermittedMutation('drive.connect', () => DriveSitePayload, {
    description:
      'Pause a followed site: no sync starts until the site is resumed. A sync in progress starts no further downloads. Requires the role `admin`.',
    cost: 10,
  })
  async pauseDriveSite(
    @Input(() => DriveSiteInput, 'Id of the site; see `DriveFollowedSite.id`.') { id }: DriveSiteInput,
    @Ctx() context: SyncContext,
  ): Promise<{ site: FollowedSite }> {
    return changed(context, await setPaused(context.dependencies, context, { site: keyOf(id), isPaused: true }));
  }

  @PermittedMutation('drive.connect', () => DriveSitePayload, {
    description: 'Resume a paused site and schedule a sync. Requires the role `admin`.',
    cost: 10,
  })
  async resumeDriveSite(
    @Input(() => DriveSiteInput, 'Id of the site; see `DriveFollowedSite.id`.') { id }: DriveSiteInput,
    @Ctx() context: SyncContext,
  ): Promise<{ site: FollowedSite }> {
    return changed(context, await setPaused(context.dependencies, context, { site: keyOf(id), isPaused: false }));
  }
}

export const followedSiteResolvers = [FollowedSiteResolver, FollowedSiteMutationResolver];
