import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, Directive, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { First, selectedFields } from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import { controllerFields } from './loaders.js';
import type { ControllerRecord } from './service/controller-record.js';
import { Controller, Domain, Endpoint } from './types.js';

const perParent = '@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)';

// Nullable, because not every caller who may read endpoints or domains may read controllers.
@Resolver(() => Endpoint)
class EndpointResolver {
  @FieldResolver(() => [Controller], {
    nullable: true,
    description:
      'Controllers with this hostname at their last check-in, oldest registration first; null with an error for callers who may not read controllers.',
  })
  @Directive(perParent)
  @Directive('@cost(weight: 2)')
  async controllers(
    @Root() { hostname }: Endpoint,
    @First('controllers', { defaultValue: 10, max: 100 }) first: number,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord[]> {
    return await controllersOf(hostname, { first, withSubdomains: false, context, info });
  }
}

@Resolver(() => Domain)
class DomainResolver {
  @FieldResolver(() => [Controller], {
    nullable: true,
    description:
      'Controllers whose `lastHostname` is this domain name or a subdomain of it, oldest registration first; null with an error for callers who may not read controllers.',
  })
  @Directive(perParent)
  @Directive('@cost(weight: 2)')
  async controllers(
    @Root() { name }: Domain,
    @First('controllers', { defaultValue: 10, max: 100 }) first: number,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord[]> {
    return await controllersOf(name, { first, withSubdomains: true, context, info });
  }
}

export const registryEdgeResolvers = [EndpointResolver, DomainResolver];

function controllersOf(
  name: string,
  options: { first: number; withSubdomains: boolean; context: LicensesContext; info: GraphQLResolveInfo },
): Promise<ControllerRecord[]> {
  const { first, withSubdomains, context, info } = options;
  const fields = controllerFields(selectedFields(info));
  return context
    .loader(
      'controllers',
      (names: string[]) => context.service.controllersByNames(context, { names, first, withSubdomains, fields }),
      ...[first, withSubdomains, fields.key],
    )
    .load(name);
}
