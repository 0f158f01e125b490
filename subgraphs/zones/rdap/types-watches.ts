import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { watchIntervalHours } from './rules/watch-interval.js';
import { RdapDossier } from './types.js';
import { RdapField } from './vocabulary.js';

enumType(RdapField, {
  name: 'RdapField',
  description: 'Part of a dossier that is compared with the same part of another version.',
  values: {
    REGISTRATION: 'Whether the domain is registered.',
    REGISTRAR: 'Name, IANA Registrar ID and URL of the registrar.',
    STATUSES: 'Statuses of the domain.',
    NAMESERVERS: 'Nameservers of the domain.',
    DNSSEC: 'Whether the delegation is signed, and its DS records.',
    REGISTERED: 'Time of registration.',
    EXPIRES: 'Time when the registration expires.',
    LAST_CHANGED: 'Time of the last change to the registration.',
    TRANSFERRED: 'Time of the last transfer between registrars.',
    CONTACTS: 'Contacts other than the registrar and abuse contacts, such as the registrant.',
    ABUSE_CONTACTS: 'Abuse contacts of the domain.',
    HANDLE: 'Registry-unique identifier (handle).',
  },
});

@ObjectType('RdapChange', {
  description:
    'A difference between two versions in the history of a watched domain. Volatile parts, such as the last update of the RDAP database, are not compared.',
})
export class RdapChange {
  @Field(() => RdapField, { description: 'Part that differs.' })
  field!: RdapField;

  @Field(() => [String], {
    description:
      'Values in the earlier version, sorted; empty if it contains none. For `REGISTRATION`: `registered` or `not registered`.',
  })
  before!: readonly string[];

  @Field(() => [String], {
    description:
      'Values in the later version, sorted; empty if it contains none. For `REGISTRATION`: `registered` or `not registered`.',
  })
  after!: readonly string[];
}

@ObjectType('RdapVersion', {
  description:
    'A version in the history of a watched domain: the dossier, or the fact that the domain is not registered. Stored for the first RDAP response, and for each later one that differs from the previous version.',
})
class RdapVersion {
  @Field(() => ID, { description: 'Id of the version; pass it to `RdapWatch.changes`.' })
  id!: string;

  @Field(() => GraphQLDateTime, { description: 'Time of the RDAP response.' })
  fetchedAt!: Date;

  @Field(() => RdapDossier, { nullable: true, description: 'The dossier; null if the domain was not registered.' })
  dossier!: RdapDossier | null;

  @Field(() => [RdapChange], {
    nullable: true,
    description: 'Differences from the previous version; null for the oldest stored version.',
  })
  changes!: readonly RdapChange[] | null;
}

export const RdapVersionConnection = connectionType(RdapVersion, {
  name: 'RdapVersion',
  node: 'version',
  description: 'A page of the history of a watched domain, newest first. For the total, see `RdapWatch.versionCount`.',
});

@ObjectType('RdapWatch', {
  description: 'A watch of a domain: whenever a lookup finds a change, a new version of the dossier is stored.',
})
export class RdapWatch {
  @Field(() => ID, { description: 'UUID of the watch.' })
  id!: string;

  @Field(() => String, { description: 'Domain name in lower case and Punycode.' })
  domain!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Tenant that the watch belongs to; null if it belongs to an account or to no tenant.',
  })
  tenantId!: string | null;

  @Field(() => Int, { description: 'Hours between scheduled lookups; 0 if no lookups are scheduled.' })
  intervalHours!: number;

  @Field(() => String, {
    description:
      'Name of the caller who added the watch. Scheduled lookups count toward the lookup quota of this caller.',
  })
  createdBy!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Error of the last scheduled lookup; null if it succeeded, if no scheduled lookup has ended yet, or if a lookup by any caller has succeeded since.',
  })
  error!: string | null;

  @Field(() => GraphQLDateTime, { description: 'Time when the watch was added.' })
  createdAt!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time of the newest RDAP response to a lookup by any caller, even if it does not differ from the newest version; null before the first response.',
  })
  lookedUpAt!: number | null;
}

export const RdapWatchConnection = connectionType(RdapWatch, {
  name: 'RdapWatch',
  node: 'watch',
  nodes: 'watches',
  description: 'A page of watches, sorted by domain.',
});

@InputType('WatchDomainInput', { description: 'Input of `watchDomain`.' })
export class WatchDomainInput {
  @Field(() => String, { description: 'Domain name, `label.tld` in Punycode.' })
  domain!: string;

  @Field(() => Int, {
    nullable: true,
    description: `Hours between lookups, 1–${watchIntervalHours.max}; 0: store only the dossiers of other lookups. Null or omitted: ${watchIntervalHours.default}.`,
  })
  intervalHours?: number | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'Tenant that the watch belongs to. Null or omitted: your only tenant, or no tenant if you have access to all tenants. Required if you have access to several tenants, but not to all. Must be omitted by accounts.',
  })
  tenantId?: string | null;
}

@InputType('UnwatchDomainInput', { description: 'Input of `unwatchDomain`.' })
export class UnwatchDomainInput {
  @Field(() => ID, { description: 'UUID of the watch.' })
  id!: string;
}

@ObjectType('WatchDomainPayload', { description: 'Result of `watchDomain`.' })
export class WatchDomainPayload {
  @Field(() => RdapWatch, { description: 'Watch after the mutation.' })
  watch!: RdapWatch;
}

@ObjectType('UnwatchDomainPayload', { description: 'Result of `unwatchDomain`.' })
export class UnwatchDomainPayload {
  @Field(() => ID, { description: 'UUID of the removed watch.' })
  id!: string;

  @Field(() => String, { description: 'Domain of the removed watch.' })
  domain!: string;
}
