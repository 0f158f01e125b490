import { Arg, Ctx, Directive, Int, Query, Resolver } from 'type-graphql';
import type { ZonesContext } from './context.js';
import type { ZoneRecord } from './records.js';
import type { ImportConnectionRecord } from './service/index.js';
import { Zone, ZoneImportConnection } from './types/index.js';

@Resolver(() => Zone)
export class ZoneResolver {
  @Query(() => [Zone], { description: 'All zones, by name.' })
  @Directive('@listSize(assumedSize: 1500)')
  async zones(@Ctx() context: ZonesContext): Promise<ZoneRecord[]> {
    return await context.service.listZones(context);
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
  ): Promise<ImportConnectionRecord> {
    return await context.service.listImports(context, { zone, first, after });
  }
}
