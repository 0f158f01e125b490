import { GraphQLDateTime, GraphQLJSONObject } from 'graphql-scalars';
import { Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { enumType } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import { DocumentKind, DocumentSource } from '../vocabulary.js';
import type { ControllerEffect } from './service/candidate.js';

enumType(DocumentKind, {
  name: 'LicenseDocumentKind',
  description: 'Kind of document that controllers are checked against.',
  values: {
    BLACKLIST: 'The blacklist: a GUID, address or CIDR range per line; `#` starts a comment.',
    DEPARTMENTS: 'The departments, as JSON: `[{"name": "plant", "addresses": ["10.1.0.0/16"], "configuration": {}}]`.',
    LICENSE:
      'The license, as `rampart license issue` writes it; its signature must match the key in `[licenses] public_key_file`.',
  },
});

@ObjectType('LicenseDocument', { description: 'The active blacklist, departments or license, as text.' })
export class LicenseDocument {
  @Field(() => DocumentKind, { description: 'Whether this is the blacklist, the departments or the license.' })
  kind!: DocumentKind;

  @Field(() => DocumentSource, { description: 'Source of the active text.' })
  source!: DocumentSource;

  @Field(() => String, {
    nullable: true,
    description: 'Active text; null if there is none, or if the file cannot be read or is too long to edit.',
  })
  text!: string | null;

  @Field(() => Int, {
    description: 'Number of changes through the API, 0 or more; pass it to `replaceLicenseDocument`.',
  })
  version!: number;

  @Field(() => String, {
    description:
      'Digest of the text in the database; empty if the file is active. Pass it to `replaceLicenseDocument`. The digest distinguishes documents with the same version, which can exist if the database lost a change in a failover.',
  })
  digest!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last change through the API; null if it was never changed through the API.',
  })
  changedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the operator who made the last change; null if it was never changed through the API.',
  })
  changedBy!: string | null;
}

@ObjectType('LicenseDocumentChange', { description: 'Effect of a change to a document on a registered controller.' })
export class LicenseDocumentChange {
  @Field(() => String, {
    description:
      'Current effect. For the blacklist: `allowed` or `blacklisted`; for departments: the name of the department, or `none` if the controller is in no department; for a license: `within the cap`, `over the cap`, or `rejected` if no controller is served under the active license. Controllers count against the cap in order of registration; controllers over the cap keep their seats until their lease expires or they are released.',
  })
  before!: string;

  @Field(() => String, {
    description:
      'Effect after the change, in the same form as `before`. If the department has the same name but a different configuration, ` (different configuration)` is appended.',
  })
  after!: string;
}

@ObjectType('AffectedDepartment', {
  description: 'Number of controllers of a department that a change to a document would affect.',
})
export class AffectedDepartment {
  @Field(() => String, {
    nullable: true,
    description: 'Name of the department at the last check-in; null for controllers without a department.',
  })
  department!: string | null;

  @Field(() => Int, { description: 'Number of affected controllers of the department.' })
  count!: number;
}

@ObjectType('LicenseTerms', { description: 'Terms of a license.' })
export class LicenseTerms {
  @Field(() => ID, { description: 'Id of the license, assigned when the license was issued.' })
  id!: string;

  @Field(() => String, { description: 'Name of the customer that the license was issued to.' })
  customer!: string;

  @Field(() => Int, { description: 'Number of seats: the maximum number of registered controllers.' })
  cap!: number;

  @Field(() => GraphQLDateTime, { description: 'Start of the validity period.' })
  notBefore!: Date;

  @Field(() => GraphQLDateTime, { description: 'End of the validity period.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTime, {
    description:
      'End of the grace period, until which controllers are served; equal to `expiresAt` if there is no grace period.',
  })
  graceEndsAt!: Date;

  @Field(() => GraphQLJSONObject, {
    description:
      'Features and limits of the license, as a free-form JSON object for controllers that request it; empty if the license contains none.',
  })
  entitlements!: Readonly<Record<string, unknown>>;

  @Field(() => String, {
    nullable: true,
    description: 'Public key of the installation (member `x` of an Ed25519 JWK); null if the license contains none.',
  })
  signingKey!: string | null;
}

@ObjectType('LicenseComparison', { description: 'The active license and a previewed one.' })
export class LicenseComparison {
  @Field(() => LicenseTerms, {
    nullable: true,
    description: 'Active license; null if there is none, or if it is invalid.',
  })
  before!: LicenseTerms | null;

  @Field(() => LicenseTerms, { description: 'Previewed license.' })
  after!: LicenseTerms;

  @Field(() => Int, { description: 'Number of seats that are currently occupied.' })
  seatsUsed!: number;

  @Field(() => Int, {
    description:
      'Number of occupied seats above the new cap; 0 if there are none. The controllers with these seats are still served, but new controllers are rejected until fewer seats than the cap are occupied.',
  })
  seatsOver!: number;
}

@ObjectType('LicenseDocumentPreview', { description: 'Effect of activating a new text of a document.' })
export class LicenseDocumentPreview {
  @Field(() => String, { nullable: true, description: 'Reason the text cannot be stored; null if the text is valid.' })
  problem!: string | null;

  @Field(() => Int, {
    description:
      'Version of the document that the text was compared with; 0 if the document was never changed through the API.',
  })
  version!: number;

  @Field(() => Int, { description: 'Number of entries, departments or seats in the text; 0 if it is invalid.' })
  entryCount!: number;

  @Field(() => Int, { description: 'Number of registered controllers; 0 if the text is invalid.' })
  controllerCount!: number;

  @Field(() => Int, {
    description: 'Number of registered controllers that the change affects; 0 if the text is invalid.',
  })
  affectedCount!: number;

  @Field(() => [AffectedDepartment], {
    description: 'Departments of the affected controllers, most affected controllers first; at most 20.',
  })
  @Directive('@listSize(assumedSize: 20)')
  departments!: readonly AffectedDepartment[];

  @Field(() => LicenseComparison, {
    nullable: true,
    description:
      'The license before and after the change; null if the document is not a license, or if the text is invalid.',
  })
  license!: LicenseComparison | null;

  @Field(() => [LicenseDocumentChange], {
    description:
      'Effect on the first 20 affected controllers; sorted by GUID or, for a license, by time of registration.',
  })
  @Directive('@listSize(assumedSize: 20)')
  changes!: readonly ControllerEffect[];
}

@InputType('ReplaceLicenseDocumentInput', { description: 'Input of `replaceLicenseDocument`.' })
export class ReplaceLicenseDocumentInput {
  @Field(() => DocumentKind, { description: 'Document to replace: the blacklist, the departments or the license.' })
  kind!: DocumentKind;

  @Field(() => String, {
    nullable: true,
    description: `New text of the document, at most ${maxCharacters.licenseDocument} characters. Null or omitted: the configured file becomes active again.`,
  })
  text?: string | null;

  @Field(() => Int, {
    description:
      '`version` of the document that you edited. If it has changed since, the mutation fails with `CONFLICT`.',
  })
  version!: number;

  @Field(() => String, {
    nullable: true,
    description:
      '`digest` of the document that you edited; compared like `version`. Null or omitted: only the version is compared.',
  })
  digest?: string | null;
}

@ObjectType('ReplaceLicenseDocumentPayload', { description: 'Result of `replaceLicenseDocument`.' })
export class ReplaceLicenseDocumentPayload {
  @Field(() => LicenseDocument, { description: 'The active document after the mutation.' })
  document!: LicenseDocument;
}
