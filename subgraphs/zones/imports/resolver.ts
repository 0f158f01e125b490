import { GraphQLDate } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import type { ZonesContext } from '../context.js';
import { zoneFile } from '../names.js';
import type { ImportRecord, ZoneRecord } from './records.js';
import { listImports } from './service/list-imports.js';
import { type DailyCountRecord, dailyCounts, listZones } from './service/list-zones.js';
import { Zone, ZoneDayCount, ZoneImportConnection } from './types.js';

@Resolver(() => Zone)
export class ZoneResolver {
  @Query(() => [Zone], { description: 'All zones, by name.' })
  @Directive('@listSize(assumedSize: 1500)')
  async zones(@Ctx() context: ZonesContext): Promise<ZoneRecord[]> {
    return await listZones(context.dependencies, context);
  }

  @FieldResolver(() => String, { description: 'Under which it is listed and downloaded, such as `com.zone`.' })
  file(@Root() zone: ZoneRecord): string {
    return zoneFile(zone.name);
  }

  @FieldResolver(() => [ZoneDayCount], {
    description: 'Names that came and went day by day, without gaps; the last 30 days when nothing else is asked for.',
  })
  @Directive('@listSize(assumedSize: 30)')
  @Directive('@cost(weight: 5)')
  async dailyCounts(
    @Root() zone: ZoneRecord,
    @Arg('from', () => GraphQLDate, { nullable: true, description: 'The first day; at most 366 in all.' })
    from: Date | null | undefined,
    @Arg('to', () => GraphQLDate, { nullable: true, description: 'The last day; today when not given.' })
    to: Date | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<DailyCountRecord[]> {
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

@Resolver(() => ZoneImportConnection)
export class ImportResolver {
  @Query(() => ZoneImportConnection, {
    description: 'Imports of zone files that came to an end, the newest first. For operators.',
  })
  @Directive(
    '@listSize(assumedSize: 50, slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  async zoneImports(
    @Arg('zone', () => String, { nullable: true, description: 'Only this zone, such as `com`.' })
    zone: string | null | undefined,
    @Arg('first', () => Int, { nullable: true, description: 'Size of the page, 1 to 1000; 50 when not given.' })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Only what follows this cursor.' })
    after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ConnectionRecord<ImportRecord>> {
    return await listImports(context.dependencies, context, { zone, first, after });
  }
}
