import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { maxCharacters } from '../../../platform/input-limits.js';
import { DocumentKind, DocumentSource } from '../vocabulary.js';
import type { DocumentChange } from './service.js';

registerEnumType(DocumentKind, {
  name: 'LicenseDocumentKind',
  description: 'Kind of a document that controllers are checked against.',
  valuesConfig: {
    BLACKLIST: { description: 'The blacklist: a GUID, address or CIDR range per line; `#` starts a comment.' },
    DEPARTMENTS: {
      description:
        'The departments, as JSON: `[{"name": "plant", "addresses": ["10.1.0.0/16"], "configuration": {}}]`.',
    },
  },
});

@ObjectType('LicenseDocument', {
  simpleResolvers: true,
  description: 'The blacklist or the departments in force, as text.',
})
export class LicenseDocument {
  @Field(() => DocumentKind, { description: 'Kind.' })
  kind!: DocumentKind;

  @Field(() => DocumentSource, { description: 'Source that is in force.' })
  source!: DocumentSource;

  @Field(() => String, {
    nullable: true,
    description:
      'Text in force; null if there is none, or if it is a file that cannot be read or is too long to be edited.',
  })
  text!: string | null;

  @Field(() => Int, { description: 'Number of changes in the graph; pass it to `replaceLicenseDocument`.' })
  version!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last change in the graph; null if it was never changed there.',
  })
  changedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the operator who made it; null if it was never changed in the graph.',
  })
  changedBy!: string | null;
}

@ObjectType('LicenseDocumentChange', {
  simpleResolvers: true,
  description: 'What a change of a document means for a registered controller.',
})
export class LicenseDocumentChange {
  @Field(() => String, { description: 'Now: `allowed` or `blacklisted`, or the name of the department or `none`.' })
  before!: string;

  @Field(() => String, {
    description: 'After the change, in the same form. Departments with another configuration are marked.',
  })
  after!: string;
}

@ObjectType('LicenseDocumentPreview', {
  simpleResolvers: true,
  description: 'What a text would change if it was in force.',
})
export class LicenseDocumentPreview {
  @Field(() => String, { nullable: true, description: 'Why the text cannot be stored; null if it is valid.' })
  problem!: string | null;

  @Field(() => Int, { description: 'Version of the document that the text was compared with.' })
  version!: number;

  @Field(() => Int, { description: 'Number of entries or departments in the text; 0 if it is invalid.' })
  entryCount!: number;

  @Field(() => Int, { description: 'Number of registered controllers; 0 if the text is invalid.' })
  controllerCount!: number;

  @Field(() => Int, { description: 'Number of registered controllers for which something changes.' })
  affectedCount!: number;

  @Field(() => [LicenseDocumentChange], { description: 'The first of these, sorted by GUID.' })
  @Directive('@listSize(assumedSize: 20)')
  changes!: readonly DocumentChange[];
}

@InputType('ReplaceLicenseDocumentInput', { description: 'Input of `replaceLicenseDocument`.' })
export class ReplaceLicenseDocumentInput {
  @Field(() => DocumentKind, { description: 'Kind.' })
  kind!: DocumentKind;

  @Field(() => String, {
    nullable: true,
    description: `Text, at most ${maxCharacters.licenseDocument} characters. Null or omitted: the file is in force again.`,
  })
  text?: string | null;

  @Field(() => Int, { description: '`version` of the document that you changed.' })
  version!: number;
}

@ObjectType('ReplaceLicenseDocumentPayload', {
  simpleResolvers: true,
  description: 'Result of `replaceLicenseDocument`.',
})
export class ReplaceLicenseDocumentPayload {
  @Field(() => LicenseDocument, { description: 'The document, now in force.' })
  document!: LicenseDocument;
}
