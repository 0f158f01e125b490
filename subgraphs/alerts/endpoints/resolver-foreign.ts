import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { selectedFields } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { endpointFields } from './fields.js';
import { type EndpointRecord, endpointsByNames } from './service.js';
import { Controller, Domain, Endpoint } from './types.js';

const perParent = '@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)';
const atMost = { defaultValue: 10, description: 'At most so many, 1 to 100.' };
const whetherOpen = {
  nullable: true,
  description: 'True: only those with open alerts; false: only those without; all when not given.',
};

// Edges into another domain are nullable: whoever may see the one end need not see the other, and one domain may be away.
@Resolver(() => Controller)
export class ControllerResolver {
  @FieldResolver(() => [Endpoint], {
    nullable: true,
    description:
      'Endpoints that bear the hostname that it sent last and have alerted, by tenant; null, with an error, for callers who may not see alerts.',
  })
  @Directive('@requires(fields: "lastHostname")')
  @Directive(perParent)
  @Directive('@cost(weight: 2)')
  async endpoints(
    @Root() controller: Controller,
    @Arg('first', () => Int, atMost) first: number,
    @Arg('hasOpenAlerts', () => Boolean, whetherOpen) hasOpenAlerts: boolean | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EndpointRecord[]> {
    const fields = endpointFields(selectedFields(info));
    return await context
      .loader(
        'controller.endpoints',
        (names: string[]) => endpointsByNames(context, { names, withSubdomains: false, first, hasOpenAlerts, fields }),
        first,
        hasOpenAlerts,
        fields.key,
      )
      .load(controller.lastHostname);
  }
}

@Resolver(() => Domain)
export class DomainResolver {
  @FieldResolver(() => [Endpoint], {
    nullable: true,
    description:
      'Endpoints whose hostname is this name, then those under it, by their names from the end; null, with an error, for callers who may not see alerts.',
  })
  @Directive(perParent)
  @Directive('@cost(weight: 2)')
  async endpoints(
    @Root() domain: Domain,
    @Arg('first', () => Int, atMost) first: number,
    @Arg('hasOpenAlerts', () => Boolean, whetherOpen) hasOpenAlerts: boolean | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EndpointRecord[]> {
    const fields = endpointFields(selectedFields(info));
    return await context
      .loader(
        'domain.endpoints',
        (names: string[]) => endpointsByNames(context, { names, withSubdomains: true, first, hasOpenAlerts, fields }),
        first,
        hasOpenAlerts,
        fields.key,
      )
      .load(domain.name);
  }
}
