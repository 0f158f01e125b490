import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { selectedFields } from '../../platform/graph/index.js';
import type { LicensesContext } from './context.js';
import { controllerFields } from './fields.js';
import type { ControllerRecord } from './records.js';
import { Controller, Domain, Endpoint } from './types/index.js';

@Resolver(() => Endpoint)
export class EndpointResolver {
  // Nullable: whoever may see alerts need not see controllers, and must not lose the endpoint for it.
  @FieldResolver(() => [Controller], {
    nullable: true,
    description:
      'Controllers that sent this hostname last, the first registered first; null, with an error, for callers who may not see controllers.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  @Directive('@cost(weight: 2)')
  async controllers(
    @Root() endpoint: Endpoint,
    @Arg('first', () => Int, { defaultValue: 10, description: 'At most so many, 1 to 100.' }) first: number,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord[]> {
    const fields = controllerFields(selectedFields(info));
    return await context
      .loader(
        'endpoint.controllers',
        (hostnames: string[]) => context.service.controllersByHostnames(context, { hostnames, first, fields }),
        first,
        fields.key,
      )
      .load(endpoint.hostname);
  }
}

@Resolver(() => Domain)
export class DomainResolver {
  // Nullable for the same reason.
  @FieldResolver(() => [Controller], {
    nullable: true,
    description:
      'Controllers whose last hostname is this name or under it, the first registered first; null, with an error, for callers who may not see controllers.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  @Directive('@cost(weight: 2)')
  async controllers(
    @Root() domain: Domain,
    @Arg('first', () => Int, { defaultValue: 10, description: 'At most so many, 1 to 100.' }) first: number,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord[]> {
    const fields = controllerFields(selectedFields(info));
    return await context
      .loader(
        'domain.controllers',
        (domains: string[]) => context.service.controllersUnderDomains(context, { domains, first, fields }),
        first,
        fields.key,
      )
      .load(domain.name);
  }
}
