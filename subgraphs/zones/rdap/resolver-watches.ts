import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, Input, PermittedMutation, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import type { DomainRecord } from '../domains/index.js';
import { Domain } from '../domains/types.js';
import type { DossierChange } from './rules/changes.js';
import type { RdapDependencies } from './service/lookup.js';
import {
  compareVersions,
  type DossierVersion,
  historiesOfWatches,
  listWatches,
  readWatch,
  versionCountsOf,
  type WatchRow,
  watchesOfDomains,
} from './service/read-watches.js';
import { unwatchDomain, watchDomain } from './service/watches.js';
import {
  RdapChange,
  RdapVersionConnection,
  RdapWatch,
  RdapWatchConnection,
  UnwatchDomainInput,
  UnwatchDomainPayload,
  WatchDomainInput,
  WatchDomainPayload,
} from './types-watches.js';

type Context = ZonesContext<RdapDependencies>;

@Resolver(() => RdapWatch)
class RdapWatchResolver {
  @PermittedQuery('rdap.read', () => RdapWatchConnection, {
    description: 'List the watches of your account or of your tenants, sorted by domain.',
  })
  @Directive(pageListSize)
  async rdapWatches(
    @Arg('search', () => String, {
      nullable: true,
      description: 'Substring of the domain, case-insensitive; at most 1000 characters. Default: all domains.',
    })
    search: string | null | undefined,
    @First('watches') first: number | null | undefined,
    @After('watches') after: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<ConnectionRecord<WatchRow>> {
    return await listWatches(context.dependencies, context, { search, first, after });
  }

  @PermittedQuery('rdap.read', () => RdapWatch, {
    nullable: true,
    description:
      'Return one watch. If it does not exist or belongs to another account or tenant, the result is null with the error `NOT_FOUND`.',
  })
  async rdapWatch(
    @Arg('id', () => ID, { description: 'UUID of the watch.' }) id: string,
    @Ctx() context: Context,
  ): Promise<WatchRow> {
    return await readWatch(context.dependencies, context, { id });
  }

  @PermittedMutation('rdap.manage', () => WatchDomainPayload, {
    description:
      'Watch a domain: whenever a lookup by any caller, or a scheduled lookup, finds a change, a new version of the dossier is stored. Scheduled lookups count as lookups of the caller who added the watch. If the account or tenant already watches the domain, only the interval of that watch is changed. Fails with `BAD_USER_INPUT` if the account or tenant already has `[zones] rdap_max_watches` (default: 1000) watches. Requires an account, or the role `analyst` or `admin`.',
    cost: 10,
  })
  async watchDomain(
    @Input(() => WatchDomainInput, 'Domain name to watch and interval of its lookups.') input: WatchDomainInput,
    @Ctx() context: Context,
  ): Promise<{ watch: WatchRow }> {
    return { watch: await watchDomain(context.dependencies, context, input) };
  }

  @PermittedMutation('rdap.manage', () => UnwatchDomainPayload, {
    description:
      'Stop watching a domain and delete the history of the watch. Requires an account, or the role `analyst` or `admin`.',
    cost: 10,
  })
  async unwatchDomain(
    @Input(() => UnwatchDomainInput, 'Id of the watch to end.') { id }: UnwatchDomainInput,
    @Ctx() context: Context,
  ): Promise<UnwatchDomainPayload> {
    const { domain } = await unwatchDomain(context.dependencies, context, { id });
    return { id, domain };
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the next scheduled lookup; null if `intervalHours` is 0.',
  })
  nextLookupAt(@Root() { nextAt }: WatchRow): Date | null {
    return nextAt === null ? null : new Date(nextAt);
  }

  @FieldResolver(() => Int, { description: 'Number of stored versions of the dossier.' })
  @Directive('@cost(weight: 2)')
  async versionCount(@Root() watch: WatchRow, @Ctx() context: Context): Promise<number> {
    const load = (ids: string[]) => versionCountsOf(context.dependencies, context, ids);
    return await context.loader('rdapWatch.versionCount', load).load(watch.id);
  }

  @FieldResolver(() => RdapVersionConnection, {
    description:
      'Stored versions of the dossier, newest first. Versions older than `[zones] rdap_history_days` (default: 730), and all but the newest 1000, are deleted daily; the newest version is never deleted.',
  })
  @Directive(pageListSize)
  async versions(
    @Root() watch: WatchRow,
    @First('versions') first: number | null | undefined,
    @After('versions') after: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<ConnectionRecord<DossierVersion>> {
    const load = (watchIds: string[]) => historiesOfWatches(context.dependencies, context, { watchIds, first, after });
    return await context.loader('rdapWatch.versions', load, first, after).load(watch.id);
  }

  @FieldResolver(() => [RdapChange], {
    description:
      'Differences between two versions of the history; empty if there are none. Fails with `NOT_FOUND` if the history does not contain both versions.',
  })
  @Directive('@cost(weight: 2)')
  @Directive('@listSize(assumedSize: 12)')
  async changes(
    @Root() watch: WatchRow,
    @Arg('from', () => ID, { description: 'Id of the earlier version.' }) from: string,
    @Arg('to', () => ID, { description: 'Id of the later version.' }) to: string,
    @Ctx() context: Context,
  ): Promise<DossierChange[]> {
    return await compareVersions(context.dependencies, context, { watchId: watch.id, from, to });
  }
}

@Resolver(() => Domain)
class DomainWatchResolver {
  @FieldResolver(() => [RdapWatch], {
    nullable: true,
    description:
      'Watches of the domain that belong to your account or your tenants; null with an error for callers who may not read watches.',
  })
  @Directive('@cost(weight: 2)')
  @Directive('@listSize(assumedSize: 1)')
  async rdapWatches(@Root() domain: DomainRecord, @Ctx() context: Context): Promise<WatchRow[]> {
    const load = (names: string[]) => watchesOfDomains(context.dependencies, context, names);
    return await context.loader('domain.rdapWatches', load).load(domain.name);
  }
}

export const rdapWatchResolvers = [RdapWatchResolver, DomainWatchResolver];
