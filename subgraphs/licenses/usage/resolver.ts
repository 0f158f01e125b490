import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Int, Resolver, Root } from 'type-graphql';
import { First, PermittedQuery, pageListSize, selectedFields } from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import type { ControllerRecord } from '../registry/index.js';
import { controllerFields, loadController } from '../registry/loaders.js';
import { Controller } from '../registry/types.js';
import type { UsageEntryConnectionRecord, UsageEntryRecord } from './service/list-usage.js';
import {
  SignedUsageHead,
  UsageConsistencyProof,
  UsageEntry,
  UsageEntryConnection,
  UsageInclusionProof,
  UsageLog,
} from './types.js';

@Resolver(() => UsageLog)
class UsageLogResolver {
  @PermittedQuery('licenses.read', () => UsageLog, {
    description:
      'Return the usage log, with its entries and proofs. Requires the role `viewer` or `analyst` without a tenant restriction, or `admin`.',
  })
  async usageLog(@Ctx() context: LicensesContext): Promise<UsageLog> {
    const { size, root, at } = await context.service.usageHead(context);
    return { size, root, at: size === 0 ? null : at };
  }

  @FieldResolver(() => UsageEntryConnection, { description: 'Entries, newest first.' })
  @Directive(pageListSize)
  async entries(
    @First('entries') first: number | null | undefined,
    @Arg('after', () => String, {
      nullable: true,
      description: 'Return entries after this cursor, that is, older entries.',
    })
    after: string | null | undefined,
    @Arg('guid', () => ID, {
      nullable: true,
      description:
        'GUID of a controller: only entries about its seat and its machine files are returned. Default: all entries.',
    })
    guid: string | null | undefined,
    @Ctx() context: LicensesContext,
  ): Promise<UsageEntryConnectionRecord> {
    return await context.service.listUsage(context, { first, after, guid });
  }

  @FieldResolver(() => UsageInclusionProof, {
    description:
      'Proof that an entry is in the log. Fails with `NOT_FOUND` unless 0 ≤ `position` < `size` ≤ `UsageLog.size`.',
  })
  @Directive('@cost(weight: 10)')
  async inclusionProof(
    @Arg('position', () => Int, { description: 'Position of the entry, starting at 0.' }) position: number,
    @Arg('size', () => Int, {
      nullable: true,
      description:
        'Tree size for which the proof is computed: the first `size` entries of the log. Default: all entries.',
    })
    size: number | null | undefined,
    @Ctx() context: LicensesContext,
  ): Promise<UsageInclusionProof> {
    return await context.service.proveInclusion(context, { position, size: size ?? undefined });
  }

  @FieldResolver(() => UsageConsistencyProof, {
    description:
      'Proof that the log begins with the entries of an earlier log. Fails with `NOT_FOUND` unless 1 ≤ `first` ≤ `second` ≤ `UsageLog.size`.',
  })
  @Directive('@cost(weight: 10)')
  async consistencyProof(
    @Arg('first', () => Int, { description: 'Number of entries of the earlier log, 1 or more.' }) first: number,
    @Arg('second', () => Int, {
      nullable: true,
      description: 'Number of entries of the later log. Default: all entries.',
    })
    second: number | null | undefined,
    @Ctx() context: LicensesContext,
  ): Promise<UsageConsistencyProof> {
    return await context.service.proveConsistency(context, { first, second: second ?? undefined });
  }

  @FieldResolver(() => SignedUsageHead, {
    nullable: true,
    description:
      'Signed size and root of the log; null if `[licenses] signing_key_file` is not set, and also null, with an error, if the key cannot be used.',
  })
  @Directive('@cost(weight: 5)')
  async signedHead(@Ctx() context: LicensesContext): Promise<SignedUsageHead | null> {
    return await context.service.signedUsageHeadOrNull(context);
  }
}

@Resolver(() => UsageEntry)
class UsageEntryResolver {
  @FieldResolver(() => Controller, { nullable: true })
  async controller(
    @Root() { guid }: UsageEntryRecord,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord | null> {
    if (guid === null) return null;
    return await loadController(context, guid, controllerFields(selectedFields(info)));
  }
}

export const usageResolvers = [UsageLogResolver, UsageEntryResolver];
