import { Arg, Ctx, Directive, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, PermittedQuery, pageListSize } from '../../../platform/graph/index.js';
import type { HitRow } from '../brands/index.js';
import { brandKey } from '../brands/resolver-brands.js';
import { BrandHit } from '../brands/types-hits.js';
import type { ZonesContext } from '../context.js';
import {
  type CertificateRecord,
  certificatesOfHits,
  type LogRecord,
  listCertificates,
  listLogs,
} from './service/read-certificates.js';
import { BrandCertificate, BrandCertificateConnection, CertificateLogType } from './types.js';

@Resolver(() => CertificateLogType)
class CertificateResolver {
  @PermittedQuery('zones.imports', () => [CertificateLogType], {
    description:
      'List the configured Certificate Transparency logs in the configured order, with the progress of reading each log and the error of the last attempt, if it failed. Requires the role `viewer`, `analyst` or `admin`.',
  })
  @Directive('@listSize(assumedSize: 20)')
  async certificateLogs(@Ctx() context: ZonesContext): Promise<LogRecord[]> {
    return await listLogs(context.dependencies, context);
  }

  @PermittedQuery('brands.read', () => BrandCertificateConnection, {
    description:
      'List the names in logged certificates that imitate a brand, whether or not their registered domain is a hit of the brand; most recently logged first. Certificates are deleted 30 days after they expire.',
  })
  @Directive(pageListSize)
  async brandCertificates(
    @Arg('brandId', () => ID, { description: 'Global id of the brand.' }) brandId: string,
    @First('certificates') first: number | null | undefined,
    @After('certificates') after: string | null | undefined,
    @Ctx() context: ZonesContext,
  ): Promise<ConnectionRecord<CertificateRecord>> {
    return await listCertificates(context.dependencies, context, { brandId: brandKey(brandId), first, after });
  }
}

@Resolver(() => BrandHit)
class HitCertificatesResolver {
  @FieldResolver(() => [BrandCertificate], {
    description:
      'Names that imitate the brand, occur in logged certificates, and are the domain of the hit or its subdomains, most recently logged first; at most 20. Empty if none were found, for example because no logs are configured.',
  })
  @Directive('@listSize(assumedSize: 5)')
  @Directive('@cost(weight: 2)')
  async certificates(@Root() hit: HitRow, @Ctx() context: ZonesContext): Promise<CertificateRecord[]> {
    const load = (ids: string[]) => certificatesOfHits(context.dependencies, context, ids);
    return await context.loader('brandHit.certificates', load).load(hit.id);
  }
}

export const certificateResolvers = [CertificateResolver, HitCertificatesResolver];
