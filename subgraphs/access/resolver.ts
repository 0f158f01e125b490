import { Arg, Ctx, Directive, Resolver } from 'type-graphql';
import type { TokenCriteria } from '../../platform/access.js';
import { After, First, PermittedQuery, pageListSize } from '../../platform/graph/index.js';
import type { AccessContext } from './context.js';
import type { AccessConnection, TokenRecord } from './service.js';
import {
  OperatorTokenConnection,
  OperatorTokenFilter,
  type Person,
  PersonConnection,
  PersonFilter,
  type Session,
  SessionConnection,
  SessionFilter,
} from './types.js';

@Resolver()
export class AccessResolver {
  @PermittedQuery('tokens.manage', () => OperatorTokenConnection, {
    description: 'List operator tokens, newest first. Requires the role `admin`.',
  })
  @Directive(pageListSize)
  async operatorTokens(
    @Arg('filter', () => OperatorTokenFilter, { nullable: true, description: 'Filter; default: all tokens.' })
    filter: OperatorTokenFilter | null | undefined,
    @First('tokens') first: number | null | undefined,
    @After('tokens') after: string | null | undefined,
    @Ctx() context: AccessContext,
  ): Promise<AccessConnection<TokenRecord, TokenCriteria>> {
    return await context.service.listTokens(context, { filter, first, after });
  }

  @PermittedQuery('sessions.manage', () => SessionConnection, {
    description: 'List open sessions, most recently used first. Requires the role `admin`.',
  })
  @Directive(pageListSize)
  async sessions(
    @Arg('filter', () => SessionFilter, { nullable: true, description: 'Filter; default: all open sessions.' })
    filter: SessionFilter | null | undefined,
    @First('sessions') first: number | null | undefined,
    @After('sessions') after: string | null | undefined,
    @Ctx() context: AccessContext,
  ): Promise<AccessConnection<Session>> {
    return await context.service.listSessions(context, { filter, first, after });
  }

  @PermittedQuery('people.read', () => PersonConnection, {
    description:
      'List people who have signed in with an identity provider, sorted by their last sign-in, newest first. Requires the role `admin`.',
  })
  @Directive(pageListSize)
  async people(
    @Arg('filter', () => PersonFilter, { nullable: true, description: 'Filter; default: all people.' })
    filter: PersonFilter | null | undefined,
    @First('people') first: number | null | undefined,
    @After('people') after: string | null | undefined,
    @Ctx() context: AccessContext,
  ): Promise<AccessConnection<Person>> {
    return await context.service.listPeople(context, { filter, first, after });
  }
}
