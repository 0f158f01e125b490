import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Info, Int, Mutation, Resolver, Root } from 'type-graphql';
import { selectedFields } from '../../../platform/graph/index.js';
import type { DriveContext } from '../context.js';
import type { ItemFields, ItemKey, ItemRecord } from '../items/index.js';
import { itemFields, linkedItemFields, loadItem } from '../items/loaders.js';
import { DriveItem } from '../items/types.js';
import type { EvidenceRecord } from './repository.js';
import { evidenceOfAlertGroups, evidenceOfAlerts, evidenceOfItems, linkEvidence, unlinkEvidence } from './service.js';
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
      (keys: ItemKey[]) => evidenceOfItems(context.dependencies, context, { keys, items }),
      items?.key,
    )
    .load({ siteId, id });
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

@Resolver(() => DriveItem)
export class ItemEvidenceResolver {
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
        (alertIds: string[]) => evidenceOfAlerts(context.dependencies, context, { alertIds, items }),
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
        (groups: string[][]) => evidenceOfAlertGroups(context.dependencies, context, { groups, first, items }),
        first,
        items?.key,
      )
      .load(endpoint.alertIds);
  }
}

@Resolver()
export class EvidenceMutationResolver {
  @Mutation(() => LinkDriveEvidencePayload, {
    description:
      'Links an item to an alert that it is evidence for; a link that is there already gets the new note. For analysts and administrators.',
  })
  @Directive('@cost(weight: 10)')
  async linkDriveEvidence(
    @Arg('input', () => LinkDriveEvidenceInput, { description: 'Which item and which alert.' })
    input: LinkDriveEvidenceInput,
    @Ctx() context: DriveContext,
  ): Promise<{ evidence: EvidenceRecord }> {
    return { evidence: await linkEvidence(context.dependencies, context, input) };
  }

  @Mutation(() => UnlinkDriveEvidencePayload, {
    description: 'Removes the link between an item and an alert. For analysts and administrators.',
  })
  @Directive('@cost(weight: 10)')
  async unlinkDriveEvidence(
    @Arg('input', () => UnlinkDriveEvidenceInput, { description: 'Which item and which alert.' })
    input: UnlinkDriveEvidenceInput,
    @Ctx() context: DriveContext,
  ): Promise<UnlinkDriveEvidencePayload> {
    await unlinkEvidence(context.dependencies, context, input);
    return { alertId: input.alertId };
  }
}
