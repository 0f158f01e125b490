import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, Node } from '../../../platform/graph/index.js';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { BrandHitEntryKind, BrandHitKind, BrandHitSource, BrandHitStatus } from './vocabulary.js';

enumType(BrandHitKind, {
  name: 'BrandHitKind',
  description:
    'How a name imitates a brand. A name that fits several of the `kinds` of the brand is assigned the first of them, in the order of this enum. Brands of fewer than 3 characters are not searched for within longer names.',
  values: {
    TLD_SWAP:
      'The brand itself is a label of a name that `allowedNames` does not cover: `northwind.shop`, `northwind.verify.com`.',
    HOMOGLYPH: 'Characters that look alike: `rn` and `m`, `0` and `o`, letters of other alphabets.',
    TRANSPOSITION: 'Two adjacent characters are exchanged.',
    REPETITION: 'A character is doubled.',
    OMISSION: 'A character is missing.',
    HYPHENATION: 'Hyphens are added or missing.',
    VOWEL_SWAP: 'A vowel is replaced with another vowel.',
    REPLACEMENT:
      'A character is replaced with the character of a neighboring key on a QWERTY, QWERTZ or AZERTY keyboard.',
    BITSQUATTING: 'A character differs in one bit.',
    INSERTION: 'The character of a neighboring key is inserted before or after a character.',
    ADDITION: 'A letter or digit is added at the start or the end.',
    SUBDOMAIN:
      'A hostname or a zone is joined to the brand without a dot, or dots divide the brand: `wwwnorthwind`, `northwindcom`, `north.wind.com`.',
    COMBOSQUAT:
      'Words that are common in fraud, the `words` of the brand, or digits are joined to the brand: `northwind-login`, `securenorthwind24`. In a brand with hyphens, such a word can also replace the first or last part.',
    EDIT: 'A character is added or replaced in a way that no other kind covers. Matches many unrelated names.',
    CONTAINS: 'The name contains the brand. Matches many unrelated names.',
  },
});

enumType(BrandHitStatus, {
  name: 'BrandHitStatus',
  description: 'Status of a hit. An analyst can change any status to any other.',
  values: {
    OPEN: 'Undecided: a new or reopened hit.',
    DISMISSED:
      'An analyst judged the name to be harmless, or the name no longer matches the brand. A hit that an analyst dismissed is reopened if the name still matches the brand and is registered again or transferred, or its nameservers change; any other dismissed hit is reopened if the name matches the brand again.',
    CONFIRMED:
      'An analyst confirmed that the name imitates the brand; the name is blocked. The hit remains confirmed if the name is registered again.',
  },
});

enumType(BrandHitSource, {
  name: 'BrandHitSource',
  description: 'Origin of a hit.',
  values: {
    IMPORT: 'The name was new in an import.',
    SCAN: 'The name was already in a zone when the brand was compared with all names, or when the zone was imported for the first time.',
  },
});

enumType(BrandHitEntryKind, {
  name: 'BrandHitEntryKind',
  description: 'Kind of entry in the history of a hit.',
  values: {
    FOUND: 'The hit was found.',
    REGISTERED: 'An import contained the name again, or RDAP reported a new registration.',
    REMOVED: 'An import no longer contained the name.',
    NAMESERVERS: 'An import contained different nameservers for the name.',
    TRANSFERRED: 'RDAP reported a different registrar, a different registrant or a transfer.',
    REOPENED:
      'The hit was reopened, because the name was registered again or transferred, its nameservers changed, or it matches the brand again. The status became OPEN; a confirmed hit remains CONFIRMED.',
    OPENED: 'An analyst set the status to OPEN.',
    DISMISSED: 'An analyst set the status to DISMISSED.',
    CONFIRMED: 'An analyst set the status to CONFIRMED.',
    UNMATCHED: 'The status became DISMISSED, because the name no longer matches the brand.',
    BLOCKED: 'The hit began to block the name in block lists and policy zones.',
    UNBLOCKED: 'The hit no longer blocks the name; a hit of another brand can still block it.',
  },
});

@ObjectType('BrandHitEntry', { description: 'An entry in the history of a hit.' })
export class BrandHitEntry {
  @Field(() => BrandHitEntryKind, { description: 'What happened to the hit or its name.' })
  kind!: BrandHitEntryKind;

  @Field(() => GraphQLDateTime, {
    description:
      'Time when Rampart added the entry; for changes in a zone, later than the snapshot time of the import.',
  })
  at!: Date;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the person or token that triaged the hit, also for a BLOCKED or UNBLOCKED entry that the triage caused; null for other entries.',
  })
  caller!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Note of the triage, also for a BLOCKED or UNBLOCKED entry that the triage caused; null if the triage has no note, and for other entries.',
  })
  note!: string | null;
}

@ObjectType('Alert')
@Directive('@key(fields: "id")')
export class Alert {
  @Field(() => ID)
  id!: string;
}

/** Computed fields are declared in the class `BrandHitResolver`. */
@ObjectType('BrandHit', {
  implements: Node,
  description: 'A name that imitates a brand. A brand has one hit for each name.',
})
@Directive('@key(fields: "id")')
export class BrandHit extends Node {
  @Field(() => ID, { description: 'Global id; opaque. Pass it to `node`.' })
  declare id: string;

  @Field(() => ID, { nullable: true, description: 'Tenant of the brand; null if the brand belongs to none.' })
  tenantId!: string | null;

  @Field(() => String, { description: 'Name of the zone, such as `com`.' })
  zone!: string;

  @Field(() => BrandHitKind, { description: 'How the name imitates the brand.' })
  kind!: BrandHitKind;

  @Field(() => Int, {
    description:
      'Edit distance between the brand and the name without its zone, both in Unicode; a transposition of two adjacent characters counts as 1. If several labels precede the zone, the smallest distance to any of them, or to all of them together.',
  })
  distance!: number;

  @Field(() => BrandHitSource, {
    description: 'Whether the name was new in an import, or was already in a zone and found by a scan.',
  })
  source!: BrandHitSource;

  @Field(() => BrandHitStatus, { description: 'Whether the hit is open, dismissed or confirmed.' })
  status!: BrandHitStatus;

  @Field(() => Boolean, { description: 'Whether the zone contains the name.' })
  isActive!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the name is blocked automatically, because of the `autoBlockKinds` of the brand. False after any triage; the names of confirmed hits are always blocked.',
  })
  isAutoBlocked!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the person or token that last triaged the hit; null if it was never triaged.',
  })
  triagedBy!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Note of the last triage; null if it has none, or if the hit was never triaged.',
  })
  note!: string | null;

  @Field(() => GraphQLDateTime, { description: 'Time when the hit was found.' })
  foundAt!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when Rampart last reopened the hit; null if it was never reopened.',
  })
  reopenedAt!: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last triage; null if the hit was never triaged.',
  })
  triagedAt!: number | null;
}

@InputType('BrandHitFilter', {
  description: `Filter for hits. A hit matches if it matches every field, and any value of each list. A list has at most ${maxItems.filterValues} values; an empty list matches nothing. Null and omitted fields do not filter.`,
})
export class BrandHitFilter {
  @Field(() => [ID], {
    nullable: true,
    description: 'Hits of any of these brands, by global id. Null: all brands.',
  })
  brandIds?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'Id of the tenant of the brand. Null: all tenants.' })
  tenantId?: string | null;

  @Field(() => [BrandHitStatus], {
    nullable: true,
    description: 'Hits with any of these statuses. Null: all statuses.',
  })
  status?: BrandHitStatus[] | null;

  @Field(() => [BrandHitKind], { nullable: true, description: 'Hits of any of these kinds. Null: all kinds.' })
  kinds?: BrandHitKind[] | null;

  @Field(() => [String], { nullable: true, description: 'Hits in any of these zones. Null: all zones.' })
  zones?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: only hits whose name is in the zone. False: only hits whose name is not in the zone. Null: both.',
  })
  isActive?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True: only hits whose name is blocked, because the hit is confirmed or blocked automatically. False: only other hits. Null: both.',
  })
  isBlocked?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: `Substring of the domain name, case-insensitive, in Punycode or as complete labels in Unicode; at most ${maxCharacters.search} characters. Null or empty: all names.`,
  })
  search?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Hits found at or after this time. Null: no limit.' })
  foundSince?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Hits found before this time. Null: no limit.' })
  foundBefore?: Date | null;
}

export const BrandHitConnection = connectionType(BrandHit, {
  name: 'BrandHit',
  node: 'hit',
  description: 'A page of hits, most recently found first.',
  totalCount: { description: 'Exact number of hits that match the filter, on all pages.', cost: 5 },
});
