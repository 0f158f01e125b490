import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, Resolver } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import { type NameserverChange as ChangeRecord, nameserverChanges } from './service/list-changes.js';
import { type NameserverDomain as DomainRecord, nameserverDomains } from './service/list-domains.js';
import { NameserverChangeConnection, NameserverDomainConnection } from './types.js';
import { NameserverChangeDirection, NameserverChangeKind } from './vocabulary.js';

type Nullable<Value> = Value | null | undefined;

@Resolver()
export class NameserverResolver {
  @PermittedQuery('zones.read', () => NameserverDomainConnection, {
    description:
      'List the domains that use all of these nameservers, grouped by zone and set of nameservers (neither in alphabetical order), and sorted by name within a set. All pages show the state at the time of the first page. If the caller is an account, the first page counts as one query toward its quota. Cursors expire `[zones] pit_ttl_seconds` seconds (default: 120) after the last page was requested. Not available in the tier `TRIAL`.',
  })
  @Directive(pageListSize)
  async nameserverDomains(
    @Arg('nameservers', () => [String], {
      description: 'Names of 1 to 13 nameservers, case-insensitive, with or without a trailing dot.',
    })
    nameservers: string[],
    @Arg('zone', () => String, {
      nullable: true,
      description: 'Only domains in this zone, such as `com`, which must have been imported. Default: all zones.',
    })
    zone: Nullable<string>,
    @First('domains') first: Nullable<number>,
    @After('domains') after: Nullable<string>,
    @Ctx() context: ZonesContext,
  ): Promise<ConnectionRecord<DomainRecord>> {
    return await nameserverDomains(context.dependencies, context, { nameservers, zone, first, after });
  }

  @PermittedQuery('zones.read', () => NameserverChangeConnection, {
    description:
      'List nameserver changes, oldest import first and sorted by name within an import. The first import of a zone contains none. All pages show the imports up to the time of the first page. If the caller is an account, the first page counts as one query toward its quota. Cursors expire `[zones] pit_ttl_seconds` seconds (default: 120) after the last page was requested. Not available in the tier `TRIAL`.',
  })
  @Directive(pageListSize)
  async nameserverChanges(
    @Arg('zone', () => String, {
      nullable: true,
      description: 'Only changes in this zone, such as `com`, which must have been imported. Default: all zones.',
    })
    zone: Nullable<string>,
    @Arg('nameserver', () => String, {
      nullable: true,
      description:
        'Only domains that started or stopped using this nameserver; case-insensitive, with or without a trailing dot. Default: all nameservers.',
    })
    nameserver: Nullable<string>,
    @Arg('direction', () => NameserverChangeDirection, {
      nullable: true,
      description:
        'Only domains that started using `nameserver` or only domains that stopped using it. Default: both. Requires `nameserver`.',
    })
    direction: Nullable<NameserverChangeDirection>,
    @Arg('kinds', () => [NameserverChangeKind], {
      nullable: true,
      description: 'Only changes of these kinds, at least one. Default: all kinds.',
    })
    kinds: Nullable<NameserverChangeKind[]>,
    @Arg('start', () => GraphQLDateTime, {
      nullable: true,
      description:
        'Start of the window, inclusive; not in the future and within the history of the tier (operators: 180 days). Default: 10 days before `end`, or the start of the history if that is later.',
    })
    start: Nullable<Date>,
    @Arg('end', () => GraphQLDateTime, {
      nullable: true,
      description: 'End of the window, exclusive; not in the future, and at most 10 days after `start`. Default: now.',
    })
    end: Nullable<Date>,
    @First('changes') first: Nullable<number>,
    @After('changes') after: Nullable<string>,
    @Ctx() context: ZonesContext,
  ): Promise<ConnectionRecord<ChangeRecord>> {
    const input = { zone, nameserver, direction, kinds, start, end, first, after };
    return await nameserverChanges(context.dependencies, context, input);
  }
}
