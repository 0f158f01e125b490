import { Ctx, Directive, Resolver } from 'type-graphql';
import { PermittedQuery } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import { listSources, type SourceRecord } from './service/list-sources.js';
import { ZoneSourceType } from './types.js';

@Resolver(() => ZoneSourceType)
export class ZoneSourceResolver {
  @PermittedQuery('zones.imports', () => [ZoneSourceType], {
    description:
      'List the configured zone sources with the outcome of their last pulls, ordered by zone. Requires the role `viewer`, `analyst` or `admin`.',
  })
  @Directive('@listSize(assumedSize: 1500)')
  async zoneSources(@Ctx() context: ZonesContext): Promise<SourceRecord[]> {
    return await listSources(context.dependencies, context);
  }
}
