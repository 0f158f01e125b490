import { Ctx, Directive, Query, Resolver } from 'type-graphql';
import { RequiresPermission } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import { listSources, type SourceRecord } from './service/list-sources.js';
import { ZoneSourceType } from './types.js';

@Resolver(() => ZoneSourceType)
export class ZoneSourceResolver {
  @RequiresPermission('zones.imports')
  @Query(() => [ZoneSourceType], {
    description:
      'List all sources of zones with their states, ordered by zone. Requires the role `viewer`, `analyst` or `admin`.',
  })
  @Directive('@listSize(assumedSize: 1500)')
  async zoneSources(@Ctx() context: ZonesContext): Promise<SourceRecord[]> {
    return await listSources(context.dependencies, context);
  }
}
