import { Arg, Ctx, Directive, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, Input, PermittedMutation, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import type { RdapDossier as RdapDossierRecord } from './rules/dossier.js';
import { type BulkLookupRow, cancelBulkLookup, startBulkLookup } from './service/bulk-lookups.js';
import type { RdapDependencies } from './service/lookup.js';
import {
  dossierOfResult,
  listBulkLookups,
  progressOfBulkLookups,
  type ResultRow,
  readBulkLookup,
  resultsOfBulkLookups,
} from './service/read-bulk-lookups.js';
import { RdapDossier } from './types.js';
import {
  BulkRdapLookup,
  BulkRdapProgress,
  BulkRdapResult,
  BulkRdapResultConnection,
  CancelBulkRdapLookupInput,
  CancelBulkRdapLookupPayload,
  StartBulkRdapLookupInput,
  StartBulkRdapLookupPayload,
} from './types-bulk.js';
import { RdapResultStatus } from './vocabulary.js';

type Context = ZonesContext<RdapDependencies>;

@Resolver(() => BulkRdapLookup)
class BulkRdapLookupResolver {
  @PermittedMutation('rdap.manage', () => StartBulkRdapLookupPayload, {
    description:
      'Look up a list of domain names in the background. Each name counts as one of your lookups unless its response is cached or the registry fails; a name of which the registry has no record also counts. When your lookup quota is used up, the bulk lookup pauses, and continues automatically in the next minute or day (UTC). A slow registry does not delay lookups at other registries. Fails with `CONFLICT` while 5 bulk lookups of the tenant or account are running. Requires an account, or the role `analyst` or `admin`.',
    cost: 100,
  })
  async startBulkRdapLookup(
    @Input(() => StartBulkRdapLookupInput, 'Domain names to look up.') input: StartBulkRdapLookupInput,
    @Ctx() context: Context,
  ): Promise<StartBulkRdapLookupPayload> {
    const { lookup, ...rest } = await startBulkLookup(context.dependencies, context, input);
    return { lookup, ...rest };
  }

  @PermittedMutation('rdap.manage', () => CancelBulkRdapLookupPayload, {
    description:
      'Cancel a bulk lookup; its results remain available. A bulk lookup that has already ended is returned unchanged. Requires an account, or the role `analyst` or `admin`.',
    cost: 10,
  })
  async cancelBulkRdapLookup(
    @Input(() => CancelBulkRdapLookupInput, 'Id of the bulk lookup to cancel.') { id }: CancelBulkRdapLookupInput,
    @Ctx() context: Context,
  ): Promise<CancelBulkRdapLookupPayload> {
    return { lookup: await cancelBulkLookup(context.dependencies, context, { id }) };
  }

  @PermittedQuery('rdap.read', () => BulkRdapLookup, {
    nullable: true,
    description:
      'Return one bulk lookup. If it does not exist or belongs to another account or tenant, the result is null with the error `NOT_FOUND`.',
  })
  async bulkRdapLookup(
    @Arg('id', () => ID, { description: 'UUID of the bulk lookup.' }) id: string,
    @Ctx() context: Context,
  ): Promise<BulkLookupRow> {
    return await readBulkLookup(context.dependencies, context, { id });
  }

  @PermittedQuery('rdap.read', () => [BulkRdapLookup], {
    description:
      'List the bulk lookups of your account or of your tenants, newest first. A bulk lookup is deleted 30 days after its end.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  async bulkRdapLookups(
    @First('bulk lookups', { defaultValue: 20, max: 100 }) first: number,
    @Ctx() context: Context,
  ): Promise<BulkLookupRow[]> {
    return await listBulkLookups(context.dependencies, context, { first });
  }

  @FieldResolver(() => BulkRdapProgress, {
    description: 'Numbers of names by status, the paused registries, and the estimated end time.',
  })
  @Directive('@cost(weight: 10)')
  async progress(@Root() lookup: BulkLookupRow, @Ctx() context: Context): Promise<BulkRdapProgress> {
    const load = (lookups: BulkLookupRow[]) => progressOfBulkLookups(context.dependencies, context, lookups);
    return await context.loader('bulkRdapLookup.progress', load).load(lookup);
  }

  @FieldResolver(() => BulkRdapResultConnection, { description: 'Names with their results, in the order of the list.' })
  @Directive(pageListSize)
  async results(
    @Root() lookup: BulkLookupRow,
    @Arg('statuses', () => [RdapResultStatus], {
      nullable: true,
      description: 'Only names with one of these statuses; an empty list matches none. Default: all statuses.',
    })
    statuses: RdapResultStatus[] | null | undefined,
    @First('results') first: number | null | undefined,
    @After('results') after: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<ConnectionRecord<ResultRow>> {
    const load = (lookupIds: string[]) =>
      resultsOfBulkLookups(context.dependencies, context, { lookupIds, statuses, first, after });
    const key = statuses?.join(' ');
    return await context.loader('bulkRdapLookup.results', load, key, first, after).load(lookup.id);
  }
}

@Resolver(() => BulkRdapResult)
class BulkRdapResultResolver {
  @FieldResolver(() => RdapDossier, {
    nullable: true,
    description: 'The dossier of the domain; null unless `status` is `FOUND`.',
  })
  dossier(@Root() result: ResultRow): RdapDossierRecord | null {
    return dossierOfResult(result);
  }
}

export const bulkRdapResolvers = [BulkRdapLookupResolver, BulkRdapResultResolver];
