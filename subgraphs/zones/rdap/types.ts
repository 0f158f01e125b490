import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { enumType } from '../../../platform/graph/index.js';
import { AbuseContactSource } from './rules/entities.js';

enumType(AbuseContactSource, {
  name: 'AbuseContactSource',
  description: 'Origin of an abuse contact.',
  values: {
    REGISTRAR: "Abuse contact in the entity of the registrar, in the registry's response.",
    DOMAIN: "Abuse contact in the registry's response, in an entity other than that of the registrar.",
    REFERRAL: 'Abuse contact in the response of the RDAP server of the registrar.',
  },
});

@ObjectType('RdapRegistrar', { description: 'Registrar of record.' })
export class RdapRegistrar {
  @Field(() => String, {
    nullable: true,
    description: 'Name of the registrar; null if the RDAP responses contain none.',
  })
  name!: string | null;

  @Field(() => String, { nullable: true, description: 'IANA Registrar ID; null if the RDAP responses contain none.' })
  ianaId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL of the registrar, as in the RDAP response; null if the RDAP responses contain no valid one.',
  })
  url!: string | null;
}

@ObjectType('RdapLifecycle', { description: 'Times of events in the lifecycle of a registration.' })
export class RdapLifecycle {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of registration; null if the RDAP responses contain no valid time.',
  })
  registered!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the registration expires; null if the RDAP responses contain no valid time.',
  })
  expires!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last change to the registration; null if the RDAP responses contain no valid time.',
  })
  lastChanged!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last transfer between registrars; null if the RDAP responses contain no valid time.',
  })
  transferred!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "Time of the last update of the registry's RDAP database; null if the registry's response contains no valid time.",
  })
  rdapUpdated!: Date | null;
}

@ObjectType('RdapAbuseContact', { description: 'An abuse contact of a domain.' })
export class RdapAbuseContact {
  @Field(() => String, {
    nullable: true,
    description: 'Email address; null if the contact has only a phone number.',
  })
  email!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Phone number, as in the RDAP response; null if the contact has only an email address.',
  })
  phone!: string | null;

  @Field(() => AbuseContactSource, { description: 'Origin of the contact.' })
  source!: AbuseContactSource;
}

@ObjectType('RdapDossier', {
  description:
    'The registration data of a domain, from the RDAP response of its registry, completed with the RDAP response of its registrar. Contains no inferred values.',
})
export class RdapDossier {
  @Field(() => String, {
    description:
      'Domain name in lower case and Punycode. For a variant, it may be the name of the domain that the variant belongs to.',
  })
  domain!: string;

  @Field(() => String, { nullable: true, description: 'Domain name in Unicode; null if its Punycode is not valid.' })
  unicodeName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Registry-unique identifier (handle); null if the registry's response contains none.",
  })
  handle!: string | null;

  @Field(() => String, { description: "URL of the registry's RDAP response, after redirects." })
  source!: string;

  @Field(() => RdapRegistrar, { description: 'Registrar of record.' })
  registrar!: RdapRegistrar;

  @Field(() => RdapLifecycle, { description: 'Times of events in the lifecycle of the registration.' })
  lifecycle!: RdapLifecycle;

  @Field(() => [String], {
    description: 'Statuses by their EPP names (RFC 8056); statuses without an EPP name are as in the RDAP response.',
  })
  statuses!: readonly string[];

  @Field(() => [RdapAbuseContact], { description: 'Abuse contacts, those of the registrar first.' })
  abuseContacts!: readonly RdapAbuseContact[];

  @Field(() => [String], { description: 'Nameservers: hostnames in lower case, without a trailing dot.' })
  nameservers!: readonly string[];

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether the delegation is signed (DNSSEC); null if the registry's response does not contain this information.",
  })
  dnssec!: boolean | null;

  @Field(() => [String], { description: 'Names of redacted fields (RFC 9537).' })
  redacted!: readonly string[];

  @Field(() => GraphQLDateTime, { description: "Time of the registry's RDAP response." })
  fetchedAt!: Date;

  @Field(() => Boolean, {
    description: 'Whether an earlier or concurrent lookup fetched the response. If true, this lookup is not counted.',
  })
  cached!: boolean;

  @Field(() => GraphQLJSONObject, {
    description: 'The RDAP response of the registry, unchanged: a JSON object (RFC 9083).',
  })
  raw!: object;
}
