import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { brandLimits } from './rules/brand-input.js';
import { Brand } from './types-brands.js';
import { BrandHit } from './types-hits.js';
import { BrandHitKind, BrandHitStatus } from './vocabulary.js';

const unchanged = 'Null or omitted: unchanged.';
const allowedNames = `Domain names of the owner of the brand; these names and their subdomains are never hits. At most ${maxItems.filterValues}.`;
const kinds = 'Kinds of imitations that are recorded as hits, at least one.';
const maxDistance = `Maximum edit distance of hits with typos, 1–${brandLimits.maxDistance}; see \`Brand.maxDistance\`.`;
const words = `Words next to the brand that make a name a hit of the kind COMBOSQUAT, in addition to the built-in words. Each word consists of 2 to 30 letters (a–z) and digits. At most ${brandLimits.words}.`;
const opensAlerts =
  'Whether alerts are opened for hits that are confirmed from now on, and for monitored hosts whose name is the name of a hit or a subdomain of it: endpoints of the tenant of the alerts and, if the brand belongs to no tenant, controllers. Hosts do not open alerts if the hit is dismissed, or if its name is no longer in the zone. The alerts belong to the tenant of the brand, or to `[zones] alert_tenant` if the brand belongs to none; true requires one of the two.';
const autoBlockKinds =
  'Kinds of imitations that are blocked automatically when an import adds the name, before an analyst decides; a subset of `kinds`. Names in the first import of a zone are not blocked automatically.';
const autoBlockMaxDistance = `Maximum edit distance of names with typos that are blocked automatically, 1–${brandLimits.maxDistance}. Applies to the same kinds as \`maxDistance\`.`;

@InputType('AddBrandInput', { description: 'Input of `addBrand`.' })
export class AddBrandInput {
  @Field(() => String, { description: 'The brand: a single label without a zone, in Punycode or Unicode.' })
  name!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'Tenant that the brand belongs to. Null or omitted: your only tenant, or no tenant if you have access to all tenants. Required if you have access to several tenants, but not to all.',
  })
  tenantId?: string | null;

  @Field(() => [String], { nullable: true, description: `${allowedNames} Null or omitted: none.` })
  allowedNames?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `Zones in which the brand is watched, 1–${maxItems.filterValues}. Null or omitted: all zones.`,
  })
  zones?: string[] | null;

  @Field(() => [BrandHitKind], {
    nullable: true,
    description: `${kinds} Null or omitted: all except EDIT and CONTAINS.`,
  })
  kinds?: BrandHitKind[] | null;

  @Field(() => Int, { nullable: true, description: `${maxDistance} Null or omitted: 2.` })
  maxDistance?: number | null;

  @Field(() => [String], { nullable: true, description: `${words} Null or omitted: none.` })
  words?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: `${opensAlerts} Null or omitted: false.` })
  opensAlerts?: boolean | null;

  @Field(() => [BrandHitKind], { nullable: true, description: `${autoBlockKinds} Null or omitted: none.` })
  autoBlockKinds?: BrandHitKind[] | null;

  @Field(() => Int, { nullable: true, description: `${autoBlockMaxDistance} Null or omitted: 1.` })
  autoBlockMaxDistance?: number | null;
}

@InputType('UpdateBrandInput', { description: 'Input of `updateBrand`.' })
export class UpdateBrandInput {
  @Field(() => ID, { description: 'Global id of the brand.' })
  id!: string;

  @Field(() => [String], { nullable: true, description: `${allowedNames} Empty: none. ${unchanged}` })
  allowedNames?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `Zones in which the brand is watched, 1–${maxItems.filterValues}. ${unchanged}`,
  })
  zones?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: the brand is watched in all zones; mutually exclusive with `zones`. False, null or omitted: no effect; to watch only some zones, set `zones`.',
  })
  allZones?: boolean | null;

  @Field(() => [BrandHitKind], { nullable: true, description: `${kinds} ${unchanged}` })
  kinds?: BrandHitKind[] | null;

  @Field(() => Int, { nullable: true, description: `${maxDistance} ${unchanged}` })
  maxDistance?: number | null;

  @Field(() => [String], { nullable: true, description: `${words} Empty: none. ${unchanged}` })
  words?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: `${opensAlerts} ${unchanged}` })
  opensAlerts?: boolean | null;

  @Field(() => [BrandHitKind], { nullable: true, description: `${autoBlockKinds} Empty: none. ${unchanged}` })
  autoBlockKinds?: BrandHitKind[] | null;

  @Field(() => Int, { nullable: true, description: `${autoBlockMaxDistance} ${unchanged}` })
  autoBlockMaxDistance?: number | null;
}

@InputType('RemoveBrandInput', { description: 'Input of `removeBrand`.' })
export class RemoveBrandInput {
  @Field(() => ID, { description: 'Global id of the brand.' })
  id!: string;
}

@InputType('TriageBrandHitsInput', { description: 'Input of `triageBrandHits`.' })
export class TriageBrandHitsInput {
  @Field(() => [ID], { description: `Global ids of the hits, 1–${maxItems.brandHits}.` })
  ids!: string[];

  @Field(() => BrandHitStatus, { description: 'New status.' })
  status!: BrandHitStatus;

  @Field(() => String, {
    nullable: true,
    description: `Note, at most ${maxCharacters.notes} characters; replaces the previous one. Null or omitted: the previous note is removed.`,
  })
  note?: string | null;
}

@ObjectType('BrandPayload', { description: 'Result of `addBrand` and `updateBrand`.' })
export class BrandPayload {
  @Field(() => Brand, { description: 'The brand after the change.' })
  brand!: Brand;
}

@ObjectType('RemoveBrandPayload', { description: 'Result of `removeBrand`.' })
export class RemoveBrandPayload {
  @Field(() => ID, { description: 'Global id of the brand that was removed.' })
  id!: string;

  @Field(() => String, { description: 'Name of the removed brand.' })
  name!: string;
}

@ObjectType('TriageBrandHitsPayload', { description: 'Result of `triageBrandHits`.' })
export class TriageBrandHitsPayload {
  @Field(() => [BrandHit], {
    description: 'The hits after the change, without duplicates, in the order of `ids` in the input.',
  })
  hits!: BrandHit[];
}
