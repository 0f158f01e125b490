import { Arg, Ctx, Directive, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { Input, PermittedMutation, PermittedQuery } from '../../../platform/graph/index.js';
import type { SiteRecord, VersionRecord } from '../items/index.js';
import { DriveItemVersion } from '../items/types.js';
import { pathSegment } from '../network.js';
import type { SiteContext } from './dependencies.js';
import type { MirrorItemRecord } from './repository/items.js';
import type { MirrorSubscriptionRecord } from './repository/subscriptions.js';
import { issueMirrorToken } from './service/clients.js';
import { findMirrorSite, readMirrorDelta } from './service/delta.js';
import { contentEntityTag, createDownloadTicket, createVersionTicket } from './service/downloads.js';
import * as subscriptions from './service/subscriptions.js';
import {
  DeleteMirrorSubscriptionPayload,
  MirrorSite,
  MirrorSubscription,
  MirrorSubscriptionInput,
  MirrorToken,
  MirrorTokenInput,
} from './types.js';
import { MirrorDelta, MirrorDownload, type MirrorItem } from './types-items.js';

const unknownType = 'application/octet-stream';

/** Converts a site to the format of Microsoft Graph. */
export function mirrorSite(site: SiteRecord): MirrorSite {
  return {
    id: site.id,
    name: site.path.split('/').at(-1) ?? site.name,
    displayName: site.name,
    webUrl: site.webUrl,
    createdDateTime: timeOf(site.createdAtEpoch) ?? '',
  };
}

/** Options of the argument `select`, with which the REST adapter filters the properties of items. */
export const selectDetails = {
  nullable: true,
  description:
    'Comma-separated properties that the client selects. They are validated, but do not change the result; the REST adapter omits the other properties. Null: all.',
} as const;

/** Options of the argument `top` of lists. */
export const topDetails = {
  nullable: true,
  description: 'Maximum number of items on the page, 1 or more; null: 200. Values above 1000 count as 1000.',
} as const;

/** Options of the argument `baseUrl` of downloads. */
export const downloadBaseDetails = {
  nullable: true,
  description: 'Base URL of the download URL; null for a relative URL.',
} as const;

interface PageOptions {
  readonly top: number | null | undefined;
  readonly select: string | null | undefined;
}

/** The options of a page to repeat in its links, as query parameters that each begin with `&`. */
export function optionsOf({ top, select }: PageOptions): string {
  const size = top === null || top === undefined ? '' : `&$top=${top}`;
  return select ? `${size}&$select=${encodeURIComponent(select.toWellFormed()).replaceAll('%2C', ',')}` : size;
}

/** Converts an item to the format of Microsoft Graph. */
export function mirrorItem(siteId: string, item: MirrorItemRecord): MirrorItem {
  const { id, sha256, isDeleted } = item;
  const exists = !isDeleted;
  return {
    ...{ id, name: item.name, size: item.size, webUrl: item.webUrl },
    eTag: `"${id},${item.change}"`,
    cTag: sha256 === null ? null : contentEntityTag(sha256),
    createdDateTime: timeOf(item.createdAtEpoch),
    lastModifiedDateTime: timeOf(item.modifiedAtEpoch),
    lastModifiedBy: item.modifiedBy === null ? null : { user: { displayName: item.modifiedBy } },
    parentReference: { driveType: 'documentLibrary', driveId: driveIdOf(siteId), id: item.parentId, siteId },
    root: exists && item.isRoot ? {} : null,
    folder: exists && item.isFolder ? { childCount: item.childCount } : null,
    file: exists && sha256 !== null && !item.isFolder ? fileFacet(item) : null,
    malware: exists && item.malware !== null ? { description: item.malware } : null,
    deleted: isDeleted ? { state: 'deleted' } : null,
  };
}

/** The drive id that the mirror reports for a site. */
export function driveIdOf(siteId: string): string {
  return `drive-${siteId}`;
}

function fileFacet({ mimeType, quickXorHash }: MirrorItemRecord): MirrorItem['file'] {
  return { mimeType: mimeType ?? unknownType, hashes: { quickXorHash: quickXorHash ?? '' } };
}

/** Converts a subscription to the format of Microsoft Graph, without its client state. */
function mirrorSubscription(subscription: MirrorSubscriptionRecord): MirrorSubscription {
  return {
    id: subscription.id,
    resource: subscription.resource,
    applicationId: subscription.clientId,
    changeType: 'updated',
    clientState: null,
    notificationUrl: subscription.notificationUrl,
    expirationDateTime: timeOf(subscription.expiresAtEpoch) ?? '',
  };
}

function timeOf(epochSeconds: number | null): string | null {
  return epochSeconds === null ? null : new Date(epochSeconds * 1000).toISOString();
}

/** Resolves the operations of the mirror's REST interface for tokens, sites, changes, downloads and subscriptions. */
@Resolver()
class DriveMirrorResolver {
  @PermittedMutation('mirror.authenticate', () => MirrorToken, {
    description: 'Issue an access token to a mirror client.',
    cost: 10,
  })
  @Directive('@inaccessible')
  async issueMirrorToken(
    @Input(() => MirrorTokenInput, 'Client credentials.') input: MirrorTokenInput,
    @Ctx() context: SiteContext,
  ): Promise<MirrorToken> {
    return {
      tokenType: 'Bearer',
      cacheControl: 'no-store',
      ...(await issueMirrorToken(context.dependencies, context, input)),
    };
  }

  @PermittedQuery('mirror.read', () => MirrorSite, {
    description: 'Return a site that the mirror serves, by hostname and path.',
    cost: 10,
  })
  @Directive('@inaccessible')
  async mirrorSite(
    @Arg('hostname', () => String, { description: 'Hostname of the site.' }) hostname: string,
    @Arg('path', () => String, {
      description:
        'Path of the site below `managedPath`, without a leading slash, case-insensitive; followed by a colon and the name of the library if it is not the default library.',
    })
    path: string,
    @Arg('managedPath', () => String, {
      defaultValue: 'sites',
      description: 'First segment of the path of the site: `sites`, `teams` or `personal`.',
    })
    managedPath: string,
    @Ctx() context: SiteContext,
  ): Promise<MirrorSite> {
    return mirrorSite(
      await findMirrorSite(context.dependencies, context, { hostname, path: `/${managedPath}/${path}` }),
    );
  }

  @PermittedQuery('mirror.read', () => MirrorDelta, {
    description: 'List the changes to a site since a delta token, or all items of the site.',
    cost: 100,
  })
  @Directive('@listSize(assumedSize: 200, sizedFields: ["items"])')
  @Directive('@inaccessible')
  async mirrorDelta(
    @Arg('siteId', () => ID, { description: 'Id of the site; see `DriveSite.siteId`.' }) siteId: string,
    @Arg('token', () => String, {
      nullable: true,
      description:
        'Token of a `nextLink` or `deltaLink`; `latest`: return only a `deltaLink` for later changes; null: list all items.',
    })
    token: string | null | undefined,
    @Arg('top', () => Int, topDetails) top: number | null | undefined,
    @Arg('select', () => String, selectDetails) select: string | null | undefined,
    @Arg('baseUrl', () => String, { nullable: true, description: 'Base URL of the links; null for relative links.' })
    baseUrl: string | null | undefined,
    @Ctx() context: SiteContext,
  ): Promise<MirrorDelta> {
    const page = await readMirrorDelta(context.dependencies, context, { siteId, token, top, select });
    const url = `${baseUrl ?? ''}/v1.0/sites/${pathSegment(siteId)}/drive/root/delta`;
    const linkOf = (of: string | null) => (of === null ? null : `${url}?token=${of}${optionsOf({ top, select })}`);
    const items = page.items.map((item) => mirrorItem(siteId, item));
    return { items, nextLink: linkOf(page.nextToken), deltaLink: linkOf(page.deltaToken) };
  }

  @PermittedQuery('mirror.read', () => MirrorDownload, {
    description:
      'Return a download URL for the newest stored content of a file. Fails with `NOT_FOUND` if none is stored, and with `FORBIDDEN` if the document site reports malware in the file.',
    cost: 10,
  })
  @Directive('@inaccessible')
  async mirrorDownload(
    @Arg('siteId', () => ID, { description: 'Id of the site; see `DriveSite.siteId`.' }) siteId: string,
    @Arg('itemId', () => ID, { description: 'Id of the file.' }) itemId: string,
    @Arg('baseUrl', () => String, downloadBaseDetails) baseUrl: string | null | undefined,
    @Ctx() context: SiteContext,
  ): Promise<MirrorDownload> {
    const { ticket } = await createDownloadTicket(context.dependencies, context, { siteId, itemId });
    return { location: `${baseUrl ?? ''}/drive/download/${ticket}` };
  }

  @PermittedQuery('mirror.subscribe', () => [MirrorSubscription], {
    description: 'List the unexpired subscriptions of the calling client, oldest first.',
  })
  @Directive('@listSize(assumedSize: 50)')
  @Directive('@inaccessible')
  async mirrorSubscriptions(@Ctx() context: SiteContext): Promise<MirrorSubscription[]> {
    return (await subscriptions.listSubscriptions(context.dependencies, context)).map(mirrorSubscription);
  }

  @PermittedQuery('mirror.subscribe', () => MirrorSubscription, {
    description: 'Return a subscription of the calling client.',
  })
  @Directive('@inaccessible')
  async mirrorSubscription(
    @Arg('id', () => ID, { description: 'UUID of the subscription.' }) id: string,
    @Ctx() context: SiteContext,
  ): Promise<MirrorSubscription> {
    return mirrorSubscription(await subscriptions.readSubscription(context.dependencies, context, { id }));
  }

  @PermittedMutation('mirror.subscribe', () => MirrorSubscription, {
    description: 'Subscribe to the changes of a site, after validating the notification URL.',
    cost: 100,
  })
  @Directive('@inaccessible')
  async createMirrorSubscription(
    @Input(() => MirrorSubscriptionInput, 'Resource to subscribe to, notification URL and expiration time.')
    input: MirrorSubscriptionInput,
    @Ctx() context: SiteContext,
  ): Promise<MirrorSubscription> {
    const created = await subscriptions.createSubscription(context.dependencies, context, input);
    return { ...mirrorSubscription(created), clientState: created.clientState };
  }

  @PermittedMutation('mirror.subscribe', () => MirrorSubscription, {
    description: 'Change the expiration time of a subscription of the calling client.',
  })
  @Directive('@inaccessible')
  async renewMirrorSubscription(
    @Arg('id', () => ID, { description: 'UUID of the subscription.' }) id: string,
    @Arg('expirationDateTime', () => String, {
      nullable: true,
      description: 'New expiration time, ISO 8601, at most 42300 minutes ahead; must not be null.',
    })
    expirationDateTime: string | null | undefined,
    @Ctx() context: SiteContext,
  ): Promise<MirrorSubscription> {
    return mirrorSubscription(
      await subscriptions.renewSubscription(context.dependencies, context, { id, expirationDateTime }),
    );
  }

  @PermittedMutation('mirror.subscribe', () => DeleteMirrorSubscriptionPayload, {
    description: 'Delete a subscription of the calling client.',
  })
  @Directive('@inaccessible')
  async deleteMirrorSubscription(
    @Arg('id', () => ID, { description: 'UUID of the subscription.' }) id: string,
    @Ctx() context: SiteContext,
  ): Promise<DeleteMirrorSubscriptionPayload> {
    await subscriptions.deleteSubscription(context.dependencies, context, { id });
    return { id };
  }
}

@Resolver(() => DriveItemVersion)
class VersionDownloadResolver {
  @FieldResolver(() => String, {
    description:
      'Path on this server for downloading the content. Valid for one hour, but no longer than the token of the caller. The download requires no token.',
  })
  @Directive('@cost(weight: 1)')
  async contentLink(@Root() version: VersionRecord, @Ctx() context: SiteContext): Promise<string> {
    return `/drive/download/${await createVersionTicket(context.dependencies, context, version)}`;
  }
}

export const mirrorResolvers = [VersionDownloadResolver, DriveMirrorResolver];
