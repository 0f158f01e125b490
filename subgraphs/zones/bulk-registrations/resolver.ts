import { GraphQLDate, GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Float, ID, Int, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { dayMs } from '../../../platform/durations.js';
import { After, First, keyOfNodeId, nodeId, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import type { DomainRecord } from '../domains/index.js';
import { loadDomain } from '../domains/resolver.js';
import { Domain } from '../domains/types.js';
import { toUnicodeName } from '../names.js';
import { bulkRegistrations, type RegistrationRow } from './service/list-registrations.js';
import {
  namesOfRegistrations,
  type RegisteredName,
  registrationsByIds,
  registrationsOfDomains,
} from './service/read-registrations.js';
import {
  BulkRegistration,
  BulkRegistrationConnection,
  BulkRegistrationName,
  BulkRegistrationNameConnection,
} from './types.js';
import { BulkRegistrationKind } from './vocabulary.js';

type Optional<Value> = Value | null | undefined;

/** Resolves a global id; null if the bulk registration does not exist. */
export async function bulkRegistrationReference(
  { id }: { id: string },
  context: ZonesContext,
): Promise<RegistrationRow | null> {
  const load = (ids: string[]) => registrationsByIds(context.dependencies, context, ids);
  const [key = ''] = keyOfNodeId(id, { type: 'BulkRegistration', parts: 1 });
  return await context.loader('bulkRegistration', load).load(key);
}

@Resolver(() => BulkRegistration)
class BulkRegistrationResolver {
  @PermittedQuery('zones.read', () => BulkRegistrationConnection, {
    description:
      'List bulk registrations: groups of similar names that were added to a zone on one day with the same nameservers, newest day first, then highest score first. If the caller is an account, the first page counts as one query toward its quota. Cursors expire `[zones] pit_ttl_seconds` seconds (default: 120) after the last page was requested. Bulk registrations of the current day may change with each import. Not available in the tier `TRIAL`.',
  })
  @Directive(pageListSize)
  async bulkRegistrations(
    @Arg('zone', () => String, {
      nullable: true,
      description:
        'Only bulk registrations in this zone, such as `com`, which must have been imported. Default: all zones.',
    })
    zone: Optional<string>,
    @Arg('nameserver', () => String, {
      nullable: true,
      description: 'Only bulk registrations with this nameserver in `nameservers`. Default: all nameservers.',
    })
    nameserver: Optional<string>,
    @Arg('search', () => String, {
      nullable: true,
      description: 'Substring of the pattern, case-insensitive; at most 1000 characters. Default: all patterns.',
    })
    search: Optional<string>,
    @Arg('kinds', () => [BulkRegistrationKind], {
      nullable: true,
      description: 'Only bulk registrations of these kinds, at least one. Default: all kinds.',
    })
    kinds: Optional<BulkRegistrationKind[]>,
    @Arg('minSize', () => Int, {
      nullable: true,
      description: 'Minimum number of names in the bulk registration, inclusive. Default: no minimum.',
    })
    minSize: Optional<number>,
    @Arg('minScore', () => Float, {
      nullable: true,
      description: 'Minimum value of `score`, inclusive, 0 to 1. Default: no minimum.',
    })
    minScore: Optional<number>,
    @Arg('start', () => GraphQLDateTime, {
      nullable: true,
      description:
        'Start of the window, inclusive: only bulk registrations with an import at or after this time. Must not be in the future and, for accounts, must be within the history of the tier. Default for accounts: 10 days before `end`, or the start of the history if that is later. Default for operators: no limit.',
    })
    start: Optional<Date>,
    @Arg('end', () => GraphQLDateTime, {
      nullable: true,
      description:
        'End of the window, exclusive: only bulk registrations with an import before this time. Must not be in the future and, for accounts, must be at most 10 days after `start`. Default: now.',
    })
    end: Optional<Date>,
    @First('bulk registrations') first: Optional<number>,
    @After('bulk registrations') after: Optional<string>,
    @Ctx() context: ZonesContext,
  ): Promise<ConnectionRecord<RegistrationRow>> {
    const input = { zone, nameserver, search, kinds, minSize, minScore, start, end, first, after };
    return await bulkRegistrations(context.dependencies, context, input);
  }

  @FieldResolver(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  id(@Root() { id }: RegistrationRow): string {
    return nodeId('BulkRegistration', id);
  }

  @FieldResolver(() => GraphQLDate, {
    description: 'UTC date of the snapshot times of the imports that added the names.',
  })
  day(@Root() { day }: RegistrationRow): Date {
    return new Date(day * dayMs);
  }

  @FieldResolver(() => GraphQLDateTime, {
    description: 'Snapshot time of the first import that added names of the bulk registration.',
  })
  firstSeenAt(@Root() { firstAt }: RegistrationRow): Date {
    return new Date(firstAt);
  }

  @FieldResolver(() => GraphQLDateTime, {
    description: 'Snapshot time of the last import that added names of the bulk registration.',
  })
  lastSeenAt(@Root() { lastAt }: RegistrationRow): Date {
    return new Date(lastAt);
  }

  @FieldResolver(() => BulkRegistrationNameConnection, { description: 'Names of the bulk registration, sorted.' })
  @Directive(pageListSize)
  @Directive('@cost(weight: 2)')
  async names(
    @Root() { id }: RegistrationRow,
    @First('names') first: Optional<number>,
    @After('names') after: Optional<string>,
    @Ctx() context: ZonesContext,
  ): Promise<ConnectionRecord<RegisteredName>> {
    const load = (ids: string[]) => namesOfRegistrations(context.dependencies, context, { ids, first, after });
    return await context.loader('bulkRegistration.names', load, first, after).load(id);
  }
}

@Resolver(() => BulkRegistrationName)
class BulkRegistrationNameResolver {
  @FieldResolver(() => String, {
    description: 'Domain name in Unicode; the same as `name` if `name` is not valid Punycode.',
  })
  unicodeName(@Root() { name }: RegisteredName): string {
    return toUnicodeName(name);
  }

  @FieldResolver(() => Domain, { description: 'Domain name with its observations in all zones.' })
  @Directive('@cost(weight: 2)')
  async domain(@Root() { name }: RegisteredName, @Ctx() context: ZonesContext): Promise<DomainRecord> {
    return await loadDomain(context, name);
  }
}

@Resolver(() => Domain)
class DomainBulkRegistrationResolver {
  @FieldResolver(() => BulkRegistration, {
    nullable: true,
    description:
      "Newest bulk registration that the domain belongs to. Null if there is none within the history of the caller's tier, or if that tier is `TRIAL`, which does not permit lists of domains.",
  })
  @Directive('@cost(weight: 2)')
  async bulkRegistration(
    @Root() { name }: DomainRecord,
    @Ctx() context: ZonesContext,
  ): Promise<RegistrationRow | null> {
    const load = (names: string[]) => registrationsOfDomains(context.dependencies, context, names);
    return await context.loader('domain.bulkRegistration', load).load(name);
  }
}

export const bulkRegistrationResolvers = [
  BulkRegistrationResolver,
  BulkRegistrationNameResolver,
  DomainBulkRegistrationResolver,
];
