import { Arg, Ctx, Directive, FieldResolver, Resolver, Root } from 'type-graphql';
import { PermittedQuery } from '../../../platform/graph/index.js';
import type { ZonesContext } from '../context.js';
import type { DomainRecord } from '../domains/index.js';
import { Domain } from '../domains/types.js';
import type { RdapDossier as RdapDossierRecord } from './rules/dossier.js';
import { type RdapDependencies, rdapDossier, rdapZones } from './service/lookup.js';
import { RdapDossier } from './types.js';

@Resolver(() => RdapDossier)
class RdapResolver {
  @PermittedQuery('zones.read', () => RdapDossier, {
    description:
      'Look up a domain at its registry (RDAP). Counts as one of your lookups unless the response is cached (for 1 hour; 5 minutes if the registry has no record) or the registry fails. Lookups are limited per minute and per day by the tier (`[zones] rdap_per_minute` and `rdap_per_day`); operators have the limits of `ENTERPRISE`. Fails with `NOT_FOUND` if the registry has no record of the domain. For interactive use only; for lists of names, see `startBulkRdapLookup`.',
    cost: 500,
  })
  async rdapDossier(
    @Arg('domain', () => String, { description: 'Domain name, `label.tld` in Punycode.' }) domain: string,
    @Ctx() context: ZonesContext<RdapDependencies>,
  ): Promise<RdapDossierRecord> {
    return await rdapDossier(context.dependencies, context, domain);
  }

  @PermittedQuery('zones.read', () => [String], {
    description: 'List the top-level domains with a known RDAP server, sorted.',
  })
  async rdapZones(@Ctx() context: ZonesContext<RdapDependencies>): Promise<string[]> {
    return await rdapZones(context.dependencies, context);
  }
}

@Resolver(() => Domain)
class DomainRdapResolver {
  @FieldResolver(() => RdapDossier, {
    nullable: true,
    description:
      'Registration data from RDAP; null with an error if the registry has no record of the domain, or if the lookup fails. Counts as one of your lookups unless the response is cached or the registry fails.',
  })
  @Directive('@cost(weight: 500)')
  async rdap(@Root() domain: DomainRecord, @Ctx() context: ZonesContext<RdapDependencies>): Promise<RdapDossierRecord> {
    return await rdapDossier(context.dependencies, context, domain.name);
  }
}

export const rdapResolvers = [RdapResolver, DomainRdapResolver];
