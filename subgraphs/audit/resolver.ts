import { Arg, Ctx, Directive, Int, Query, Resolver } from 'type-graphql';
import type { ConnectionRecord } from '../../platform/connection.js';
import type { AuditContext } from './context.js';
import type { AuditEntryRecord } from './records.js';
import { AuditEntryConnection, AuditFilter } from './types/index.js';

@Resolver(() => AuditEntryConnection)
export class AuditResolver {
  @Query(() => AuditEntryConnection, {
    description: 'Changes by people, tokens and the product itself, the newest first. For administrators.',
  })
  @Directive(
    '@listSize(assumedSize: 50, slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  async auditEntries(
    @Arg('filter', () => AuditFilter, { nullable: true, description: 'Which entries; all when null.' })
    filter: AuditFilter | null | undefined,
    @Arg('first', () => Int, { nullable: true, description: 'Maximum number of entries, 1 to 1000; 50 when null.' })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Cursor of the last entry of the page before.' })
    after: string | null | undefined,
    @Ctx() context: AuditContext,
  ): Promise<ConnectionRecord<AuditEntryRecord>> {
    return await context.service.listEntries(context, { filter, first, after });
  }
}
