import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { selectedFields } from '../../platform/graph/index.js';
import type { AlertsContext } from './context.js';
import { endpointFields } from './fields.js';
import type { EndpointRecord } from './records.js';
import { Controller, Endpoint } from './types/index.js';

@Resolver(() => Controller)
export class ControllerResolver {
  @FieldResolver(() => [Endpoint], {
    description: 'Endpoints that bear the hostname that it sent last and have alerted, by tenant.',
  })
  @Directive('@requires(fields: "lastHostname")')
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  @Directive('@cost(weight: 2)')
  async endpoints(
    @Root() controller: Controller,
    @Arg('first', () => Int, { defaultValue: 10, description: 'At most so many, 1 to 100.' }) first: number,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EndpointRecord[]> {
    const fields = endpointFields(selectedFields(info));
    return await context
      .loader(`controller.endpoints ${first} ${fields.key}`, (hostnames: string[]) =>
        context.service.endpointsByHostnames(context, { hostnames, first, fields }),
      )
      .load(controller.lastHostname);
  }
}
