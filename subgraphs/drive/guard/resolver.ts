import type { GraphQLResolveInfo } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Resolver, Root } from 'type-graphql';
import { dateOf, dateOrNull } from '../../../platform/clock.js';
import type { ConnectionRecord } from '../../../platform/connection.js';
import {
  First,
  GraphQLBigInt,
  Input,
  PermittedMutation,
  PermittedQuery,
  selectedFields,
} from '../../../platform/graph/index.js';
import { afterArgOptions, type DriveContext, pageDirective } from '../context.js';
import { Alert } from '../evidence/types.js';
import { readTree, type TreeRecord } from '../history/index.js';
import { DriveTree } from '../history/types.js';
import type { ItemRecord, SiteRecord } from '../items/index.js';
import { itemFields, loadItem, loadSite } from '../items/loaders.js';
import { DriveItem, DriveSite } from '../items/types.js';
import type { MassChangeFileRow, MassChangePage, MassChangeRow } from './service/mass-changes.js';
import * as service from './service/mass-changes.js';
import {
  ChangeDriveMassChangeInput,
  ChangeDriveMassChangePayload,
  DriveMassChange,
  DriveMassChangeConnection,
  DriveMassChangeEffectCount,
  DriveMassChangeFile,
  DriveMassChangeFileConnection,
} from './types.js';
import { MassChangeState } from './vocabulary.js';

type FileRecord = MassChangeFileRow & { readonly siteId: string };

@Resolver(() => DriveMassChange)
class MassChangeResolver {
  @PermittedQuery('drive.read', () => DriveMassChangeConnection, {
    description:
      'List mass changes of document sites, newest first. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  @Directive(pageDirective)
  async driveMassChanges(
    @Arg('siteId', () => ID, {
      nullable: true,
      description: 'Id of the site; see `DriveSite.siteId`. Null: all sites.',
    })
    siteId: string | null | undefined,
    @Arg('states', () => [MassChangeState], {
      nullable: true,
      description: 'Only mass changes in these states; an empty list matches none. Null: all states.',
    })
    states: MassChangeState[] | null | undefined,
    @First('results', { defaultValue: 50 }) first: number,
    @Arg('after', () => String, afterArgOptions) after: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<MassChangePage> {
    const filter = { siteId: siteId ?? null, states: states ?? null };
    return await service.listMassChanges(context.dependencies, context, { filter, page: { first, after } });
  }

  @PermittedQuery('drive.read', () => DriveMassChange, {
    nullable: true,
    description:
      'Return a mass change; null if the id is unknown. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
    cost: 1,
  })
  async driveMassChange(
    @Arg('id', () => ID, { description: 'Id of the mass change; see `DriveMassChange.id`.' }) id: string,
    @Ctx() context: DriveContext,
  ): Promise<MassChangeRow | null> {
    const [found] = await service.massChangesByIds(context.dependencies, context, [numberOf(id)]);
    return found ?? null;
  }

  @FieldResolver(() => ID, { description: 'Id; pass it to `changeDriveMassChange`. It is not a global id.' })
  id(@Root() { id }: MassChangeRow): string {
    return String(id);
  }

  @FieldResolver(() => GraphQLDateTime, {
    description: 'Time when the first change of the mass change was stored.',
  })
  beganAt(@Root() { beganAtEpoch }: MassChangeRow): Date {
    return dateOf(beganAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, { description: 'Time when the mass change was detected.' })
  noticedAt(@Root() { noticedAtEpoch }: MassChangeRow): Date {
    return dateOf(noticedAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    description: 'Time when the mass change was last extended with further changes; initially `noticedAt`.',
  })
  grownAt(@Root() { grownAtEpoch }: MassChangeRow): Date {
    return dateOf(grownAtEpoch);
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last change to the state; null while the mass change is open.',
  })
  changedAt(@Root() { changedAtEpoch }: MassChangeRow): Date | null {
    return dateOrNull(changedAtEpoch);
  }

  @FieldResolver(() => GraphQLBigInt, {
    description:
      'Number of the last change before the mass change: pass it as `change` to `createDriveArchive` to restore the files.',
  })
  restoreChange(@Root() { firstChange }: MassChangeRow): number {
    return firstChange - 1;
  }

  @FieldResolver(() => DriveSite, { nullable: true, description: 'The site; null if it was removed.' })
  @Directive('@cost(weight: 1)')
  async site(@Root() { siteId }: MassChangeRow, @Ctx() context: DriveContext): Promise<SiteRecord | null> {
    return await loadSite(context, siteId);
  }

  @FieldResolver(() => DriveTree, {
    nullable: true,
    description: 'Files and folders of the site before the mass change; null if the site was removed.',
  })
  @Directive('@cost(weight: 100)')
  async treeBefore(
    @Root() { siteId, firstChange }: MassChangeRow,
    @Ctx() context: DriveContext,
  ): Promise<TreeRecord | null> {
    if ((await loadSite(context, siteId)) === null) return null;
    return await readTree(context.dependencies, context, { siteId, change: firstChange - 1 });
  }

  @FieldResolver(() => [DriveMassChangeEffectCount], {
    description: 'Number of affected files for each effect; effects without files are omitted.',
  })
  @Directive('@listSize(assumedSize: 5)')
  async effects(@Root() { id }: MassChangeRow, @Ctx() context: DriveContext): Promise<service.EffectCount[]> {
    return await context
      .loader('massChange.effects', (ids: number[]) => service.effectsOf(context.dependencies, context, ids))
      .load(id);
  }

  @FieldResolver(() => DriveMassChangeFileConnection, { description: 'Affected files, in the order of their changes.' })
  @Directive(pageDirective)
  async files(
    @Root() { id, siteId }: MassChangeRow,
    @First('results', { defaultValue: 50 }) first: number,
    @Arg('after', () => String, afterArgOptions) after: string | null | undefined,
    @Ctx() context: DriveContext,
  ): Promise<ConnectionRecord<FileRecord>> {
    const { dependencies } = context;
    const page = await service.filesOf(dependencies, context, { id, page: { first, after } });
    const edges = page.edges.map(({ cursor, node }) => ({ cursor, node: { ...node, siteId } }));
    return { edges, nodes: edges.map(({ node }) => node), pageInfo: page.pageInfo };
  }

  @FieldResolver(() => [Alert], {
    nullable: 'items',
    description:
      'Alerts that were opened for the mass change, or that it was merged into. Empty if there are none yet, or if `[drive] alert_tenant` was not set when the mass change was detected. An alert that was removed, or that the caller may not read, is null.',
  })
  @Directive('@listSize(assumedSize: 1)')
  @Directive('@cost(weight: 2)')
  async alerts(@Root() { id }: MassChangeRow, @Ctx() context: DriveContext): Promise<Alert[]> {
    const load = (ids: number[]) => service.alertIdsOf(context.dependencies, context, ids);
    return (await context.loader('massChange.alerts', load).load(id)).map((alertId) => ({ id: alertId }));
  }
}

@Resolver(() => DriveMassChangeConnection)
class MassChangeConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of matching mass changes on all pages.' })
  @Directive('@cost(weight: 10)')
  async totalCount(@Root() { filter }: MassChangePage, @Ctx() context: DriveContext): Promise<number> {
    return await service.countMassChanges(context.dependencies, context, filter);
  }
}

@Resolver(() => DriveMassChangeFile)
class MassChangeFileResolver {
  @FieldResolver(() => DriveItem, {
    nullable: true,
    description: 'Current state of the item, even if it is deleted; null if it was removed from the local copy.',
  })
  @Directive('@cost(weight: 1)')
  async item(
    @Root() { siteId, itemId }: FileRecord,
    @Ctx() context: DriveContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ItemRecord | null> {
    return await loadItem(context, { siteId, id: itemId }, itemFields(selectedFields(info)));
  }
}

@Resolver()
class MassChangeMutationResolver {
  @PermittedMutation('drive.guard', () => ChangeDriveMassChangePayload, {
    description:
      'Confirm, dismiss or resolve a mass change. Requires the role `analyst` without a tenant restriction, or `admin`.',
    cost: 10,
  })
  async changeDriveMassChange(
    @Input(() => ChangeDriveMassChangeInput, 'Id of the mass change, its new state and, optionally, new notes.') {
      id,
      state,
      notes,
    }: ChangeDriveMassChangeInput,
    @Ctx() context: DriveContext,
  ): Promise<{ massChange: MassChangeRow }> {
    const change = { id: numberOf(id), state, notes };
    return { massChange: await service.changeMassChange(context.dependencies, context, change) };
  }
}

export const massChangeResolvers = [
  MassChangeResolver,
  MassChangeConnectionResolver,
  MassChangeFileResolver,
  MassChangeMutationResolver,
];

/** Parses the id of a mass change; NaN if it is not a decimal number. */
function numberOf(id: string): number {
  return /^\d+$/.test(id) ? Number(id) : Number.NaN;
}
