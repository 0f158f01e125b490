import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, GraphQLBigInt } from '../../../platform/graph/index.js';
import { BrandHitKind } from '../brands/index.js';
import { CertificateLogKind } from './vocabulary.js';

enumType(CertificateLogKind, {
  name: 'CertificateLogKind',
  description: 'Protocol of a Certificate Transparency log.',
  values: {
    RFC6962: 'Certificate Transparency (RFC 6962).',
    STATIC: 'Static Certificate Transparency API of C2SP, with tiles.',
  },
});

@ObjectType('BrandCertificate', {
  description:
    'A name that imitates a brand, in a certificate of a Certificate Transparency log. A certificate with several such names is listed once for each name.',
})
export class BrandCertificate {
  @Field(() => String, { description: 'The name that imitates the brand, without a leading `*.`.' })
  name!: string;

  @Field(() => String, {
    description:
      'Registered domain of the name: the longest imported zone that contains the name, and the label before the zone. If no imported zone contains the name, its last two labels.',
  })
  registeredDomain!: string;

  @Field(() => BrandHitKind, {
    description:
      'How the name imitates the brand; `SUBDOMAIN` if only the labels before the registered domain imitate the brand.',
  })
  kind!: BrandHitKind;

  @Field(() => Int, {
    description:
      'Edit distance, in Unicode, between the brand and the label of the registered domain. If only the labels before the registered domain imitate the brand, the distance of the most similar label.',
  })
  distance!: number;

  @Field(() => String, { description: 'Distinguished name of the issuer.' })
  issuer!: string;

  @Field(() => String, { description: 'Serial number in hexadecimal, in lower case.' })
  serialNumber!: string;

  @Field(() => [String], {
    description:
      'Valid DNS names of the certificate in lower case, at most 1000: its subject alternative names, or the common name of the subject if it has none.',
  })
  names!: string[];

  @Field(() => GraphQLDateTime, { description: 'Start of the validity period.' })
  notBefore!: Date;

  @Field(() => GraphQLDateTime, { description: 'End of the validity period.' })
  notAfter!: Date;

  @Field(() => GraphQLDateTime, {
    description: 'Time when the log accepted the certificate or its precertificate.',
  })
  loggedAt!: Date;

  @Field(() => String, { description: 'Configured URL of the log in which Rampart first found the certificate.' })
  logUrl!: string;

  @Field(() => GraphQLBigInt, { description: 'Index of the entry of the certificate in the log `logUrl`, from 0.' })
  entryIndex!: number;
}

export const BrandCertificateConnection = connectionType(BrandCertificate, {
  name: 'BrandCertificate',
  node: 'certificate',
  description: 'A page of certificates, most recently logged first. It has no `totalCount`.',
});

@ObjectType('CertificateLog', {
  description: 'A configured Certificate Transparency log, with the progress of reading it.',
})
export class CertificateLogType {
  @Field(() => String, { description: 'URL of the log, as configured.' })
  url!: string;

  @Field(() => CertificateLogKind, { description: 'Protocol of the log.' })
  kind!: CertificateLogKind;

  @Field(() => GraphQLBigInt, {
    nullable: true,
    description: 'Number of entries of the newest verified tree head; null before the first tree head was verified.',
  })
  treeSize!: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the log signed the newest verified tree head; null before the first tree head was verified.',
  })
  treeAt!: Date | null;

  @Field(() => GraphQLBigInt, {
    nullable: true,
    description:
      'Number of entries that have not been read and compared with the brands yet; null before the first tree head was verified. Entries that the first tree head already contained are never read.',
  })
  lag!: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last attempt to read the log; null before the first attempt.',
  })
  lastAttemptAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the next attempt to read the log; null before the first attempt, which is due immediately.',
  })
  nextAttemptAt!: Date | null;

  @Field(() => Int, { description: 'Number of consecutive failed attempts to read the log; 0 after a success.' })
  failures!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Error of the last completed attempt to read the log; null if it succeeded, or there was none.',
  })
  error!: string | null;
}
