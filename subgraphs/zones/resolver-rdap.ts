import { Arg, Ctx, Directive, Query, Resolver } from 'type-graphql';
import type { ZonesContext } from './context.js';
import type { RdapDossierRecord } from './service/index.js';
import { RdapDossier } from './types/index.js';

@Resolver(() => RdapDossier)
export class RdapResolver {
  @Query(() => RdapDossier, {
    description:
      'The live RDAP dossier of a domain. From the cache it is free; otherwise it counts towards the look-ups of the account. For interactive use only.',
  })
  @Directive('@cost(weight: 500)')
  async rdapDossier(
    @Arg('domain', () => String, { description: 'label.tld, in Punycode.' }) domain: string,
    @Ctx() context: ZonesContext,
  ): Promise<RdapDossierRecord> {
    return await context.service.rdapDossier(context, domain);
  }

  @Query(() => [String], { description: 'The top-level domains whose domains can be looked up, sorted.' })
  async rdapZones(@Ctx() context: ZonesContext): Promise<string[]> {
    return await context.service.rdapZones(context);
  }
}
