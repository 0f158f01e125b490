import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { First, selectedFields } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { endpointFields } from './fields.js';
import { type EndpointRecord, endpointsByNames } from './service.js';
import { Controller, Domain, Endpoint } from './types.js';

const listSizeDirective = '@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)';
const hasOpenAlertsOptions = {
  nullable: true,
  description:
    'True: only endpoints with OPEN alerts that are not suppressed. False: only endpoints without such alerts. Default: all endpoints.',
};

// Edges to other domains are nullable: callers may lack access to the other domain, and it may be unavailable.
@Resolver(() => Controller)
class ControllerResolver {
  @FieldResolver(() => [Endpoint], {
    nullable: true,
    description:
      'Endpoints whose hostname is `lastHostname`, case-insensitive, sorted by tenant; null with an error for callers who may not read alerts.',
  })
  @Directive('@requires(fields: "lastHostname")')
  @Directive(listSizeDirective)
  @Directive('@cost(weight: 2)')
  async endpoints(
    @Root() controller: Controller,
    @First('endpoints', { defaultValue: 10, max: 100 }) first: number,
    @Arg('hasOpenAlerts', () => Boolean, hasOpenAlertsOptions) hasOpenAlerts: boolean | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EndpointRecord[]> {
    const list = { withSubdomains: false, first, hasOpenAlerts };
    return await endpointsOf(controller.lastHostname, { context, info, list });
  }
}

@Resolver(() => Domain)
class DomainResolver {
  @FieldResolver(() => [Endpoint], {
    nullable: true,
    description:
      'Endpoints whose hostname is this name or a subdomain of it: first those with the name itself, then those of subdomains, sorted by the reversed hostname and by tenant. Null with an error for callers who may not read alerts.',
  })
  @Directive(listSizeDirective)
  @Directive('@cost(weight: 2)')
  async endpoints(
    @Root() domain: Domain,
    @First('endpoints', { defaultValue: 10, max: 100 }) first: number,
    @Arg('hasOpenAlerts', () => Boolean, hasOpenAlertsOptions) hasOpenAlerts: boolean | null | undefined,
    @Ctx() context: AlertsContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<EndpointRecord[]> {
    const list = { withSubdomains: true, first, hasOpenAlerts };
    return await endpointsOf(domain.name, { context, info, list });
  }
}

export const endpointEdgeResolvers = [ControllerResolver, DomainResolver];

interface EndpointList {
  readonly withSubdomains: boolean;
  readonly first: number;
  readonly hasOpenAlerts: boolean | null | undefined;
}

async function endpointsOf(
  name: string,
  { context, info, list }: { context: AlertsContext; info: GraphQLResolveInfo; list: EndpointList },
): Promise<EndpointRecord[]> {
  const fields = endpointFields(selectedFields(info));
  const { withSubdomains, first, hasOpenAlerts } = list;
  const load = (names: string[]) => endpointsByNames(context, { names, ...list, fields });
  return await context.loader('endpoints', load, withSubdomains, first, hasOpenAlerts, fields.key).load(name);
}
