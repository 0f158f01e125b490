import { GraphQLDate, GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLBigInt, Node } from '../../../platform/graph/index.js';
import { brandLimits } from './rules/brand-input.js';
import { BrandHitKind } from './vocabulary.js';

@ObjectType('BrandScan', {
  description:
    'Progress of comparing a brand with all names in its zones, after it was added or a setting that decides which names match was changed.',
})
export class BrandScan {
  @Field(() => Int, { description: 'Number of names compared so far.' })
  namesRead!: number;

  @Field(() => Int, { description: 'Number of names in the zones of the brand when the comparison started.' })
  namesTotal!: number;

  @Field(() => Int, { description: 'Number of hits that the comparison has added so far.' })
  hitCount!: number;

  @Field(() => GraphQLDateTime, {
    description:
      'Time when the comparison was requested, that is, when the brand was added or a setting that decides which names match was last changed.',
  })
  startedAt!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the comparison ended; null while it is in progress.',
  })
  finishedAt!: Date | null;
}

@ObjectType('BrandHitCounts', { description: 'Number of hits by status.' })
export class BrandHitCounts {
  @Field(() => Int, { description: 'Number of open hits.' })
  open!: number;

  @Field(() => Int, { description: 'Number of dismissed hits.' })
  dismissed!: number;

  @Field(() => Int, { description: 'Number of confirmed hits.' })
  confirmed!: number;
}

@ObjectType('BrandDay', {
  description: 'Counts of hit events of a brand on one day. A hit with several events is counted several times.',
})
export class BrandDay {
  @Field(() => GraphQLDate, { description: 'Day in UTC.' })
  date!: Date;

  @Field(() => Int, { description: 'Number of new hits.' })
  found!: number;

  @Field(() => Int, { description: 'Number of times a hit was reopened.' })
  reopened!: number;

  @Field(() => Int, {
    description: 'Number of times an analyst dismissed a hit or changed the note of a dismissed hit.',
  })
  dismissed!: number;

  @Field(() => Int, {
    description: 'Number of times an analyst confirmed a hit or changed the note of a confirmed hit.',
  })
  confirmed!: number;
}

/** Computed fields are declared in the class `BrandResolver`. */
@ObjectType('Brand', {
  implements: Node,
  description: 'A brand. Rampart searches zones and logged certificates for names that imitate it.',
})
@Directive('@key(fields: "id")')
export class Brand extends Node {
  @Field(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  declare id: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Tenant that the brand belongs to; null if it belongs to no tenant.',
  })
  tenantId!: string | null;

  @Field(() => String, { description: 'The brand: a single label in lower case and Punycode.' })
  name!: string;

  @Field(() => [String], {
    description: 'Domain names of the owner of the brand; these names and their subdomains are never hits.',
  })
  allowedNames!: string[];

  @Field(() => [String], { nullable: true, description: 'Zones in which the brand is watched; null: all zones.' })
  zones!: string[] | null;

  @Field(() => [BrandHitKind], { description: 'Kinds of imitations that are recorded as hits.' })
  kinds!: BrandHitKind[];

  @Field(() => Int, {
    description: `Maximum edit distance of hits with typos, 1–${brandLimits.maxDistance}. Look-alike characters count too: a distance of 2 permits one typo and one look-alike character. Names with more than one typo are found only if they differ from the brand in nothing but hyphens. The maximum does not apply to the kinds TLD_SWAP, HOMOGLYPH, SUBDOMAIN, COMBOSQUAT and CONTAINS.`,
  })
  maxDistance!: number;

  @Field(() => [String], {
    description:
      'Words next to the brand that make a name a hit of the kind COMBOSQUAT, in addition to the built-in words.',
  })
  words!: string[];

  @Field(() => Boolean, {
    description: `Whether matching names were not recorded because the brand had the maximum of ${brandLimits.openHits} open hits of names that are in their zones. The value becomes false only when a setting that decides which names match is changed.`,
  })
  isFull!: boolean;

  @Field(() => GraphQLBigInt, {
    description: `Number of matching names in logged certificates that were not recorded since the last change of a setting that decides which names match, because at most ${brandLimits.certificateNames} names are recorded for each brand. Recording resumes when expired certificates are deleted, 30 days after they expire. If this number is not 0, watch fewer kinds or zones: fewer names are then recorded, but names that were recorded before remain until then.`,
  })
  skippedCertificates!: number;

  @Field(() => Boolean, {
    description:
      'Whether alerts are opened for newly confirmed hits of the brand, and for monitored hosts whose name is the name of a hit or a subdomain of it; see `AddBrandInput.opensAlerts`.',
  })
  opensAlerts!: boolean;

  @Field(() => [BrandHitKind], {
    description:
      'Kinds of imitations that are blocked automatically when an import adds the name, before an analyst decides; empty: none.',
  })
  autoBlockKinds!: BrandHitKind[];

  @Field(() => Int, {
    description: `Maximum edit distance of names with typos that are blocked automatically, 1–${brandLimits.maxDistance}. Applies to the same kinds as \`maxDistance\`.`,
  })
  autoBlockMaxDistance!: number;

  @Field(() => String, { description: 'Name of the person or token that added the brand.' })
  createdBy!: string;

  @Field(() => GraphQLDateTime, { description: 'Time when the brand was added.' })
  createdAt!: number;

  @Field(() => GraphQLDateTime, {
    description: 'Time of the last change to the settings; `createdAt` if they were never changed.',
  })
  updatedAt!: number;
}
