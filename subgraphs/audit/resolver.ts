import { Arg, Ctx, Directive, Int, Query, Resolver } from 'type-graphql';
import type { ConnectionRecord } from '../../platform/connection.js';
import type { AuditContext } from './context.js';
import type { AuditEntryRecord } from './service.js';
import { AuditEntryConnection, AuditFilter } from './types.js';

@Resolver(() => AuditEntryConnection)
export class AuditResolver {
  @Query(() => AuditEntryConnection, {
    description: 'List changes by people, tokens and Rampart itself, newest first. For administrators.',
  })
  @Directive(
    '@listSize(assumedSize: 50, slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
  )
  async auditEntries(
    @Arg('filter', () => AuditFilter, { nullable: true, description: 'Filter; default: all entries.' })
    filter: AuditFilter | null | undefined,
    @Arg('first', () => Int, { nullable: true, description: 'Number of entries on the page, 1–1000; default 50.' })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'Return entries after this cursor.' })
    after: string | null | undefined,
    @Ctx() context: AuditContext,
  ): Promise<ConnectionRecord<AuditEntryRecord>> {
    return await context.service.listEntries(context, { filter, first, after });
  }
}
