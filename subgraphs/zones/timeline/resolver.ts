import { GraphQLDateTime } from 'graphql-scalars';
import { Arg, Ctx, Directive, FieldResolver, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, pageListSize } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import type { DomainRecord } from '../domains/index.js';
import { Domain } from '../domains/types.js';
import type { RdapDependencies } from '../rdap/index.js';
import type { DomainEvent as EventRecord } from './rules.js';
import { readTimeline } from './service.js';
import { DomainEvent, DomainEventConnection } from './types.js';
import { DomainEventKind } from './vocabulary.js';

@Resolver(() => Domain)
class DomainTimelineResolver {
  @FieldResolver(() => DomainEventConnection, {
    description:
      "Events of the domain, newest first: from zone imports, the cached RDAP response, the watches of the caller, and certificates, hits, blocks and alerts of brands that the caller may read. Zone events are limited to the history of the caller's tier; hits, blocks and alerts are limited to the newest 1000 per zone. No registry is queried.",
  })
  @Directive(pageListSize)
  @Directive('@cost(weight: 5)')
  async timeline(
    @Root() { name }: DomainRecord,
    @Arg('kinds', () => [DomainEventKind], {
      nullable: true,
      description: 'Only events of these kinds; an empty list matches none. Default: all kinds.',
    })
    kinds: DomainEventKind[] | null | undefined,
    @First('events') first: number | null | undefined,
    @After('events') after: string | null | undefined,
    @Ctx() context: ZonesContext<RdapDependencies>,
  ): Promise<ConnectionRecord<EventRecord>> {
    return await readTimeline(context.dependencies, context, { name, kinds, first, after });
  }
}

@Resolver(() => DomainEvent)
class DomainEventResolver {
  @FieldResolver(() => GraphQLDateTime, {
    description:
      'Time of the event. For FIRST_SEEN, RETURNED, REMOVED and MOVED, the snapshot time of the import; for EXPIRES, possibly in the future.',
  })
  occurredAt(@Root() { at }: EventRecord): Date {
    return new Date(at);
  }
}

export const timelineResolvers = [DomainTimelineResolver, DomainEventResolver];
