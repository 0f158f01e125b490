import { Arg, Ctx, Directive, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { ZonesContext } from '../context.js';
import type { DomainRecord } from '../domains/index.js';
import { Domain } from '../domains/types.js';
import type { RdapDossier as RdapDossierRecord } from './rules/dossier.js';
import { type RdapDependencies, rdapDossier, rdapZones } from './service/look-up.js';
import { RdapDossier } from './types.js';

@Resolver(() => RdapDossier)
export class RdapResolver {
  @Query(() => RdapDossier, {
    description:
      'The live RDAP dossier of a domain. From the cache it is free; otherwise it counts towards the look-ups of the account. For interactive use only.',
  })
  @Directive('@cost(weight: 500)')
  async rdapDossier(
    @Arg('domain', () => String, { description: 'label.tld, in Punycode.' }) domain: string,
    @Ctx() context: ZonesContext<RdapDependencies>,
  ): Promise<RdapDossierRecord> {
    return await rdapDossier(context.dependencies, context, domain);
  }

  @Query(() => [String], { description: 'The top-level domains whose domains can be looked up, sorted.' })
  async rdapZones(@Ctx() context: ZonesContext<RdapDependencies>): Promise<string[]> {
    return await rdapZones(context.dependencies, context);
  }
}

@Resolver(() => Domain)
export class DomainRdapResolver {
  @FieldResolver(() => RdapDossier, {
    nullable: true,
    description: 'Its live RDAP dossier; null, with an error, when there is none to be had. Counts as a look-up.',
  })
  @Directive('@cost(weight: 500)')
  async rdap(@Root() domain: DomainRecord, @Ctx() context: ZonesContext<RdapDependencies>): Promise<RdapDossierRecord> {
    return await rdapDossier(context.dependencies, context, domain.name);
  }
}
