import { Arg, Ctx, Directive, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../platform/connection.js';
import { First, keyOfNodeId, nodeId, PermittedQuery, pageListSize } from '../../platform/graph/index.js';
import type { AuditContext } from './context.js';
import type { AuditEntryRecord } from './service.js';
import { AuditEntry, AuditEntryConnection, AuditFilter } from './types.js';

/** Resolves a global id; null if retention has removed the entry, or it never existed. */
export async function auditEntryReference(
  { id }: { id: string },
  context: AuditContext,
): Promise<AuditEntryRecord | null> {
  const [key = ''] = keyOfNodeId(id, { type: 'AuditEntry', parts: 1 });
  return await context
    .loader('entry', (sequences: string[]) => context.service.entriesBySequences(context, sequences))
    .load(key);
}

@Resolver(() => AuditEntry)
export class AuditResolver {
  @PermittedQuery('audit.read', () => AuditEntryConnection, {
    description:
      'List entries of the audit log, which records changes by people, programs and Rampart itself; newest first. Requires the role `admin`.',
  })
  @Directive(pageListSize)
  async auditEntries(
    @Arg('filter', () => AuditFilter, { nullable: true, description: 'Filter; default: all entries.' })
    filter: AuditFilter | null | undefined,
    @First('entries') first: number | null | undefined,
    @Arg('after', () => String, {
      nullable: true,
      description: 'Return entries after this cursor, that is, older entries. Null: the first page.',
    })
    after: string | null | undefined,
    @Ctx() context: AuditContext,
  ): Promise<ConnectionRecord<AuditEntryRecord>> {
    return await context.service.listEntries(context, { filter, first, after });
  }
  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() { sequence }: AuditEntryRecord): string {
    return nodeId('AuditEntry', String(sequence));
  }
}
