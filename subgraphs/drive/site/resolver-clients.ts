import { Arg, Ctx, Directive, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import { dateOf, dateOrNull } from '../../../platform/clock.js';
import { First, Input, PermittedMutation, PermittedQuery } from '../../../platform/graph/index.js';
import { afterArgOptions, pageDirective } from '../context.js';
import type { SiteContext } from './dependencies.js';
import type { MirrorClientRecord } from './repository/clients.js';
import { addMirrorClient, removeMirrorClient } from './service/clients.js';
import { countMirrorClients, type MirrorClientConnectionRecord, pageOfMirrorClients } from './service/list-clients.js';
import {
  AddMirrorClientInput,
  AddMirrorClientPayload,
  MirrorClient,
  MirrorClientConnection,
  MirrorClientFilter,
  RemoveMirrorClientInput,
  RemoveMirrorClientPayload,
} from './types-clients.js';

@Resolver(() => MirrorClient)
class MirrorClientResolver {
  @PermittedQuery('mirror.manage', () => MirrorClientConnection, {
    description: 'List mirror clients, newest first. Requires the role `admin`.',
  })
  @Directive(pageDirective)
  async mirrorClients(
    @Arg('filter', () => MirrorClientFilter, { nullable: true, description: 'Filter; null: all clients.' })
    filter: MirrorClientFilter | null | undefined,
    @First('results', { defaultValue: 50 }) first: number,
    @Arg('after', () => String, afterArgOptions) after: string | null | undefined,
    @Ctx() context: SiteContext,
  ): Promise<MirrorClientConnectionRecord> {
    return await pageOfMirrorClients(context.dependencies, context, { search: filter?.search, first, after });
  }

  @PermittedMutation('mirror.manage', () => AddMirrorClientPayload, {
    description: 'Add a mirror client. The secret is returned only in this response. Requires the role `admin`.',
    cost: 10,
  })
  async addMirrorClient(
    @Input(() => AddMirrorClientInput, 'Name of the client to add.') input: AddMirrorClientInput,
    @Ctx() context: SiteContext,
  ): Promise<{ client: MirrorClientRecord; secret: string }> {
    return await addMirrorClient(context.dependencies, context, input);
  }

  @PermittedMutation('mirror.manage', () => RemoveMirrorClientPayload, {
    description:
      'Remove a mirror client. Its access tokens become invalid, and its subscriptions are deleted, immediately. Requires the role `admin`.',
    cost: 10,
  })
  async removeMirrorClient(
    @Input(() => RemoveMirrorClientInput, 'Id of the client to remove.') { id }: RemoveMirrorClientInput,
    @Ctx() context: SiteContext,
  ): Promise<{ client: MirrorClientRecord }> {
    return { client: await removeMirrorClient(context.dependencies, context, { name: id }) };
  }

  @FieldResolver()
  createdAt(@Root() { createdAtEpoch }: MirrorClientRecord): Date {
    return dateOf(createdAtEpoch);
  }

  @FieldResolver()
  lastTokenAt(@Root() { lastTokenAtEpoch }: MirrorClientRecord): Date | null {
    return dateOrNull(lastTokenAtEpoch);
  }
}

@Resolver(() => MirrorClientConnection)
class MirrorClientConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of matching clients on all pages.' })
  @Directive('@cost(weight: 5)')
  async totalCount(@Root() { search }: MirrorClientConnectionRecord, @Ctx() context: SiteContext): Promise<number> {
    return await countMirrorClients(context.dependencies, context, { search });
  }
}

export const mirrorClientResolvers = [MirrorClientResolver, MirrorClientConnectionResolver];
