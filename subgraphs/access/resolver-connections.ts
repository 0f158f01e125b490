import { Ctx, Directive, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { TokenCriteria } from '../../platform/access.js';
import type { AccessContext } from './context.js';
import type { AccessConnection, TokenRecord } from './service.js';
import { OperatorTokenConnection, type Person, PersonConnection, type Session, SessionConnection } from './types.js';

@Resolver(() => OperatorTokenConnection)
class OperatorTokenConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of matching tokens on all pages.' })
  @Directive('@cost(weight: 5)')
  async totalCount(
    @Root() { criteria }: AccessConnection<TokenRecord, TokenCriteria>,
    @Ctx() context: AccessContext,
  ): Promise<number> {
    return await context.service.countTokens(context, criteria);
  }
}

@Resolver(() => SessionConnection)
class SessionConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of matching sessions on all pages.' })
  @Directive('@cost(weight: 5)')
  async totalCount(@Root() { criteria }: AccessConnection<Session>, @Ctx() context: AccessContext): Promise<number> {
    return await context.service.countSessions(context, criteria);
  }
}

@Resolver(() => PersonConnection)
class PersonConnectionResolver {
  @FieldResolver(() => Int, { description: 'Number of matching people on all pages.' })
  @Directive('@cost(weight: 5)')
  async totalCount(@Root() { criteria }: AccessConnection<Person>, @Ctx() context: AccessContext): Promise<number> {
    return await context.service.countPeople(context, criteria);
  }
}

export const connectionResolvers = [
  OperatorTokenConnectionResolver,
  SessionConnectionResolver,
  PersonConnectionResolver,
];
