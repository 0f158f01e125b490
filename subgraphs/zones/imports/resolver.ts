import { GraphQLDate } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import { After, First, keyOfNodeId, nodeId, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import { zoneFileName } from '../names.js';
import type { ImportRecord } from './repository/import-log.js';
import type { ZoneRecord } from './repository/zones.js';
import { countListedImports, type ImportConnectionRecord, importsByIds, listImports } from './service/list-imports.js';
import { dailyCounts, listZones, zonesByNames } from './service/list-zones.js';
import { Zone, ZoneDayCount, ZoneImport, ZoneImportConnection } from './types.js';

/** Resolves a global id; null if there is no such zone. */
export async function zoneReference({ id }: { id: string }, context: ZonesContext): Promise<ZoneRecord | null> {
  const [name = ''] = keyOfNodeId(id, { type: 'Zone', parts: 1 });
  return await context
    .loader('zone', (names: string[]) => zonesByNames(context.dependencies, context, names))
    .load(name);
}

/** Resolves a global id; null if there is no such import. */
export async function importReference({ id }: { id: string }, context: ZonesContext): Promise<ImportRecord | null> {
  const [key = ''] = keyOfNodeId(id, { type: 'ZoneImport', parts: 1 });
  return await context.loader('import', (ids: string[]) => importsByIds(context.dependencies, context, ids)).load(key);
}

@Resolver(() => Zone)
class ZoneResolver {
  @PermittedQuery('zones.read', () => [Zone], { description: 'List all imported zones, sorted by name.' })
  @Directive('@listSize(assumedSize: 1500)')
  async zones(@Ctx() context: ZonesContext): Promise<ZoneRecord[]> {
    return await listZones(context.dependencies, context);
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() zone: ZoneRecord): string {
    return nodeId('Zone', zone.name);
  }

  @FieldResolver(() => String, { description: 'Name of the zone in the REST service, such as `com.zone`.' })
  file(@Root() zone: ZoneRecord): string {
    return zoneFileName(zone.name);
  }

  @FieldResolver(() => [ZoneDayCount], {
    description:
      'Numbers of domains added and removed per day (UTC), oldest day first, from `from` to `to`, both inclusive; 0 for days without changes. At most 366 days, and at most 50000 counts for all listed zones together. For accounts, only days within the history of the tier; an earlier `from` is rejected.',
  })
  @Directive('@listSize(assumedSize: 30)')
  async dailyCounts(
    @Root() zone: ZoneRecord,
    @Arg('from', () => GraphQLDate, {
      nullable: true,
      description:
        'First day (UTC). Default: 29 days before `to`; for accounts, the start of the history if that is later.',
    })
    from: Date | null | undefined,
    @Arg('to', () => GraphQLDate, { nullable: true, description: 'Last day (UTC). Default: today.' })
    to: Date | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ZoneDayCount[]> {
    return await context
      .loader(
        'zone.dailyCounts',
        (zones: string[]) => dailyCounts(context.dependencies, context, { zones, from, to }),
        from?.getTime(),
        to?.getTime(),
      )
      .load(zone.name);
  }
}

@Resolver(() => ZoneImport)
class ImportResolver {
  @PermittedQuery('zones.imports', () => ZoneImportConnection, {
    description:
      'List completed imports of zone files and zone transfers, with any outcome, most recently ended first. Requires the role `viewer`, `analyst` or `admin`.',
  })
  @Directive(pageListSize)
  async zoneImports(
    @Arg('zone', () => String, {
      nullable: true,
      description: 'Only imports of this zone, such as `com`. Default: all zones.',
    })
    zone: string | null | undefined,
    @First('imports') first: number | null | undefined,
    @After('imports') after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ImportConnectionRecord> {
    return await listImports(context.dependencies, context, { zone, first, after });
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() { id }: ImportRecord): string {
    return nodeId('ZoneImport', id);
  }
}

@Resolver(() => ZoneImportConnection)
class ImportConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of matching imports on all pages.' })
  @Directive('@cost(weight: 5)')
  async totalCount(@Root() { zone }: ImportConnectionRecord, @Ctx() context: ZonesContext): Promise<number> {
    return await countListedImports(context.dependencies, context, { zone });
  }
}

export const importResolvers = [ZoneResolver, ImportResolver, ImportConnectionResolver];
