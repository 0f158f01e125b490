import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { AbuseContactSource } from './rules/entities.js';

registerEnumType(AbuseContactSource, {
  name: 'AbuseContactSource',
  description: 'Where an abuse contact stood.',
  valuesConfig: {
    REGISTRAR: { description: "With the registrar, in the registry's answer." },
    DOMAIN: { description: "Beside the domain, in the registry's answer." },
    REFERRAL: { description: "In the registrar's own answer." },
  },
});

@ObjectType('RdapRegistrar', { simpleResolvers: true, description: 'The registrar of record.' })
export class RdapRegistrar {
  @Field(() => String, { nullable: true, description: 'Null when nobody says.' })
  name!: string | null;

  @Field(() => String, { nullable: true, description: "Its number in IANA's list; null when nobody says." })
  ianaId!: string | null;

  @Field(() => String, { nullable: true, description: 'Its site, as it was written; null when nobody says.' })
  url!: string | null;
}

@ObjectType('RdapLifecycle', {
  simpleResolvers: true,
  description: 'Moments in the life of a registration; null where nobody says.',
})
export class RdapLifecycle {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the domain was registered; null when the registry does not tell.',
  })
  registered!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the registration ends; null when the registry does not tell.',
  })
  expires!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When the registration was changed last; null when the registry does not tell.',
  })
  lastChanged!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When it went to its present registrar; null when the registry does not tell.',
  })
  transferred!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When the registry's RDAP data were brought up to date; null when it does not tell.",
  })
  rdapUpdated!: Date | null;
}

@ObjectType('RdapAbuseContact', { simpleResolvers: true, description: 'Whom to write to about abuse of a domain.' })
export class RdapAbuseContact {
  @Field(() => String, { nullable: true, description: 'Null when there is a phone only.' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'As it was written; null when there is an e-mail address only.' })
  phone!: string | null;

  @Field(() => AbuseContactSource, { description: 'Where it stood.' })
  source!: AbuseContactSource;
}

/** Design, "RDAP dossier". */
@ObjectType('RdapDossier', {
  simpleResolvers: true,
  description: 'What the registry of a domain says about its registration. Nothing in it is guessed.',
})
export class RdapDossier {
  @Field(() => String, { description: 'The domain in Punycode, in lower case.' })
  domain!: string;

  @Field(() => String, { nullable: true, description: 'How people write it; null when its Punycode is not valid.' })
  unicodeName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The registry's name for the registration; null when it does not tell.",
  })
  handle!: string | null;

  @Field(() => String, { description: 'URL of the answer that this was read from.' })
  source!: string;

  @Field(() => RdapRegistrar, { description: 'The registrar of record.' })
  registrar!: RdapRegistrar;

  @Field(() => RdapLifecycle, { description: 'When what happened.' })
  lifecycle!: RdapLifecycle;

  @Field(() => [String], { description: 'EPP names (RFC 8056); what EPP does not know stands as it was written.' })
  statuses!: readonly string[];

  @Field(() => [RdapAbuseContact], { description: 'Contacts for abuse, those of the registrar first.' })
  abuseContacts!: readonly RdapAbuseContact[];

  @Field(() => [String], { description: 'Host names in lower case, without the final dot.' })
  nameservers!: readonly string[];

  @Field(() => Boolean, { nullable: true, description: 'Whether the delegation is signed; null when nobody says.' })
  dnssec!: boolean | null;

  @Field(() => [String], { description: 'Names of what the registry has left out (RFC 9537).' })
  redacted!: readonly string[];

  @Field(() => GraphQLDateTime, { description: 'When the registry answered.' })
  fetchedAt!: Date;

  @Field(() => Boolean, { description: 'Whether an earlier look-up had fetched it; this one was free then.' })
  cached!: boolean;

  @Field(() => GraphQLJSONObject, { description: "The registry's answer, unchanged." })
  raw!: object;
}
