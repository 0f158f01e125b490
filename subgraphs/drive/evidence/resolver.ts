import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Ctx, Directive, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { dateOf } from '../../../platform/clock.js';
import { First, Input, PermittedMutation, selectedFields } from '../../../platform/graph/index.js';
import type { DriveContext } from '../context.js';
import type { ItemFields, ItemKey, ItemRecord } from '../items/index.js';
import { itemFields, linkedItemFields, loadItem } from '../items/loaders.js';
import { DriveItem } from '../items/types.js';
import type { EvidenceRecord } from './repository.js';
import * as service from './service.js';
import {
  Alert,
  DriveEvidence,
  Endpoint,
  LinkDriveEvidenceInput,
  LinkDriveEvidencePayload,
  UnlinkDriveEvidenceInput,
  UnlinkDriveEvidencePayload,
} from './types.js';

function loadEvidenceOfItem(
  context: DriveContext,
  { siteId, id }: ItemKey,
  items: ItemFields | undefined,
): Promise<EvidenceRecord[]> {
  return context
    .loader(
      'item.evidence',
      (keys: ItemKey[]) => service.evidenceOfItems(context.dependencies, context, { keys, items }),
      items?.key,
    )
    .load({ siteId, id });
}

@Resolver(() => DriveEvidence)
class DriveEvidenceResolver {
  @FieldResolver(() => GraphQLDateTime, {
    description: 'Time when the item was linked or the notes were last changed.',
  })
  linkedAt(@Root() evidence: EvidenceRecord): Date {
    return dateOf(evidence.linkedAtEpoch);
  }

  @FieldResolver(() => DriveItem, {
    nullable: true,
    description: 'The item, even if it is deleted; null if it was removed from the local copy.',
  })
  @Directive('@cost(weight: 1)')
  item(
    @Root() { siteId, itemId, item }: EvidenceRecord,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ItemRecord | null> | ItemRecord | null {
    // The item of a link that was just created is not loaded yet.
    if (item !== undefined) return item;
    return loadItem(context, { siteId, id: itemId }, itemFields(selectedFields(info)));
  }

  @FieldResolver(() => Alert, {
    nullable: true,
    description: 'The alert; null if it does not exist or the caller may not read it.',
  })
  alert(@Root() evidence: EvidenceRecord): Alert {
    return { id: evidence.alertId };
  }
}

@Resolver(() => DriveItem)
class ItemEvidenceResolver {
  @FieldResolver(() => [DriveEvidence], {
    description: 'Links to the alerts that the item is evidence for, oldest first.',
  })
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
      'Alerts that the item is evidence for, in the order of the links; null for each alert that does not exist or that the caller may not read.',
  })
  @Directive('@listSize(assumedSize: 2)')
  async alerts(@Root() item: ItemRecord, @Ctx() context: DriveContext): Promise<Alert[]> {
    const links = await loadEvidenceOfItem(context, item, undefined);
    return links.map(({ alertId }) => ({ id: alertId }));
  }
}

@Resolver(() => Alert)
class AlertEvidenceResolver {
  // Nullable, so callers who may read the alert but not the document site do not lose the alert.
  @FieldResolver(() => [DriveEvidence], {
    nullable: true,
    description:
      'Links to items of document sites, oldest first; null with an error for callers who may not read document sites.',
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
        (alertIds: string[]) => service.evidenceOfAlerts(context.dependencies, context, { alertIds, items }),
        items?.key,
      )
      .load(alert.id);
  }
}

@Resolver(() => Endpoint)
class EndpointEvidenceResolver {
  // Nullable, so callers who may read the endpoint but not the document site do not lose the endpoint.
  @FieldResolver(() => [DriveEvidence], {
    nullable: true,
    description:
      'Links from the newest 10000 alerts of the endpoint to items of document sites, newest first; null with an error for callers who may not read document sites.',
  })
  @Directive('@requires(fields: "alertIds")')
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  @Directive('@cost(weight: 5)')
  evidence(
    @Root() endpoint: Endpoint,
    @First('links', { defaultValue: 10, max: 100 }) first: number,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EvidenceRecord[]> {
    const items = linkedItemFields(selectedFields(info));
    return context
      .loader(
        'endpoint.evidence',
        (groups: string[][]) => service.evidenceOfAlertGroups(context.dependencies, context, { groups, first, items }),
        first,
        items?.key,
      )
      .load(endpoint.alertIds);
  }
}

@Resolver()
class EvidenceMutationResolver {
  @PermittedMutation('drive.link', () => LinkDriveEvidencePayload, {
    description:
      'Link an item to an alert as evidence, or replace the notes of the link. Requires the role `analyst` without a tenant restriction, or `admin`.',
    cost: 10,
  })
  async linkDriveEvidence(
    @Input(() => LinkDriveEvidenceInput, 'Ids of the item and the alert to link, and notes.')
    input: LinkDriveEvidenceInput,
    @Ctx() context: DriveContext,
  ): Promise<{ evidence: EvidenceRecord }> {
    return { evidence: await service.linkEvidence(context.dependencies, context, input) };
  }

  @PermittedMutation('drive.link', () => UnlinkDriveEvidencePayload, {
    description:
      'Remove the link between an item and an alert. Requires the role `analyst` without a tenant restriction, or `admin`.',
    cost: 10,
  })
  async unlinkDriveEvidence(
    @Input(() => UnlinkDriveEvidenceInput, 'Ids of the item and the alert to unlink.') input: UnlinkDriveEvidenceInput,
    @Ctx() context: DriveContext,
  ): Promise<UnlinkDriveEvidencePayload> {
    await service.unlinkEvidence(context.dependencies, context, input);
    return { alertId: input.alertId };
  }
}

export const evidenceResolvers = [
  ItemEvidenceResolver,
  DriveEvidenceResolver,
  AlertEvidenceResolver,
  EndpointEvidenceResolver,
  EvidenceMutationResolver,
];
