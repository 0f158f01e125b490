import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Query, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../platform/connection.js';
import { selectedFields } from '../../platform/graph/index.js';
import { type DriveContext, type ItemKey, loadItem, loadSite } from './context.js';
import { itemFields, linkedItemFields } from './fields.js';
import type {
  ChangeRecord,
  EvidenceRecord,
  ItemFields,
  ItemRecord,
  SiteRecord,
  StoredContent,
  VersionRecord,
} from './records.js';
import { dateOf } from './resolver-status.js';
import {
  Alert,
  DriveChange,
  DriveContent,
  DriveEvidence,
  DriveItem,
  DriveItemConnection,
  DriveItemVersion,
  DriveSite,
  Endpoint,
} from './types/index.js';

function loadEvidenceOfItem(
  context: DriveContext,
  { siteId, id }: ItemKey,
  items: ItemFields | undefined,
): Promise<EvidenceRecord[]> {
  return context
    .loader('item.evidence', (keys: ItemKey[]) => context.service.evidenceOfItems(context, { keys, items }), items?.key)
    .load({ siteId, id });
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
    return context.loader('path', (keys: ItemKey[]) => context.service.pathsOf(context, keys)).load({ siteId, id });
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
  @Directive(
    '@listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  async children(
    @Root() { siteId, id }: ItemRecord,
    @Arg('first', () => Int, { defaultValue: 50, description: 'Size of the page, 1 to 1000.' }) first: number,
    @Arg('after', () => String, { nullable: true, description: 'Only what follows this cursor.' })
    after: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<ConnectionRecord<ItemRecord>> {
    return await context
      .loader(
        'children',
        (folders: ItemKey[]) => context.service.childrenOf(context, { folders, page: { first, after } }),
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
      .loader('content', (names: string[]) => context.service.contentsOf(context, names))
      .load(contentSha256);
  }

  @FieldResolver(() => [DriveItemVersion], { description: 'Every content that it has had here, the newest first.' })
  @Directive('@listSize(assumedSize: 5)')
  async versions(@Root() { siteId, id }: ItemRecord, @Ctx() context: DriveContext): Promise<VersionRecord[]> {
    return await context
      .loader('versions', (keys: ItemKey[]) => context.service.versionsOf(context, keys))
      .load({ siteId, id });
  }

  @FieldResolver(() => [DriveEvidence], { description: 'Links to alerts that it is evidence for, the oldest first.' })
  @Directive('@listSize(assumedSize: 2)')
  evidence(
    @Root() item: ItemRecord,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EvidenceRecord[]> {
    return loadEvidenceOfItem(context, item, linkedItemFields(selectedFields(info)));
  }

  @FieldResolver(() => [Alert], {
    nullable: 'items',
    description:
      'The alerts that it is evidence for, the first linked first; null for one that the caller may not see.',
  })
  @Directive('@listSize(assumedSize: 2)')
  async alerts(@Root() item: ItemRecord, @Ctx() context: DriveContext): Promise<Alert[]> {
    const links = await loadEvidenceOfItem(context, item, undefined);
    return links.map(({ alertId }) => ({ id: alertId }));
  }
}

@Resolver(() => DriveItemVersion)
export class DriveItemVersionResolver {
  @FieldResolver(() => String, {
    description:
      'Path of its content on this server, also of an older version; it answers for an hour without a token.',
  })
  @Directive('@cost(weight: 1)')
  async contentLink(@Root() version: VersionRecord, @Ctx() context: DriveContext): Promise<string> {
    return `/drive/download/${await context.service.createVersionTicket(context, version)}`;
  }

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

@Resolver(() => DriveEvidence)
export class DriveEvidenceResolver {
  @FieldResolver(() => GraphQLDateTime, { description: 'When it was linked.' })
  linkedAt(@Root() evidence: EvidenceRecord): Date {
    return new Date(evidence.linkedAtEpoch * 1000);
  }

  @FieldResolver(() => DriveItem, {
    nullable: true,
    description: 'The item; null when nothing is known of it any more.',
  })
  @Directive('@cost(weight: 1)')
  item(
    @Root() { siteId, itemId, item }: EvidenceRecord,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ItemRecord | null> | ItemRecord | null {
    // A link that was just made comes without it.
    if (item !== undefined) return item;
    return loadItem(context, { siteId, id: itemId }, itemFields(selectedFields(info)));
  }

  @FieldResolver(() => Alert, { nullable: true, description: 'The alert; null when it is not known.' })
  alert(@Root() evidence: EvidenceRecord): Alert {
    return { id: evidence.alertId };
  }
}

@Resolver(() => Alert)
export class AlertEvidenceResolver {
  // Nullable: whoever may see the alert need not see the document site, and must not lose the alert for it.
  @FieldResolver(() => [DriveEvidence], {
    nullable: true,
    description:
      'Items of the document site that analysts linked to it, the oldest first; null, with an error, for callers who may not see the site.',
  })
  @Directive('@listSize(assumedSize: 5)')
  @Directive('@cost(weight: 2)')
  evidence(
    @Root() alert: Alert,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EvidenceRecord[]> {
    const items = linkedItemFields(selectedFields(info));
    return context
      .loader(
        'alert.evidence',
        (alertIds: string[]) => context.service.evidenceOfAlerts(context, { alertIds, items }),
        items?.key,
      )
      .load(alert.id);
  }
}

@Resolver(() => Endpoint)
export class EndpointEvidenceResolver {
  // Nullable for the same reason.
  @FieldResolver(() => [DriveEvidence], {
    nullable: true,
    description:
      'Items of the document site that analysts linked to its alerts, the newest link first; null, with an error, for callers who may not see the site. Of its newest 10000 alerts.',
  })
  @Directive('@requires(fields: "alertIds")')
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  @Directive('@cost(weight: 5)')
  evidence(
    @Root() endpoint: Endpoint,
    @Arg('first', () => Int, { defaultValue: 10, description: 'At most so many, 1 to 100.' }) first: number,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EvidenceRecord[]> {
    const items = linkedItemFields(selectedFields(info));
    return context
      .loader(
        'endpoint.evidence',
        (groups: string[][]) => context.service.evidenceOfAlertGroups(context, { groups, first, items }),
        first,
        items?.key,
      )
      .load(endpoint.alertIds);
  }
}
