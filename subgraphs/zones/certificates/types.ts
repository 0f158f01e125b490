import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType, GraphQLBigInt } from '../../../platform/graph/index.js';
import { BrandHitKind } from '../brands/index.js';
import { CertificateLogKind } from './vocabulary.js';

registerEnumType(CertificateLogKind, {
  name: 'CertificateLogKind',
  description: 'Protocol of a Certificate Transparency log.',
  valuesConfig: {
    RFC6962: { description: 'Certificate Transparency (RFC 6962).' },
    STATIC: { description: 'Static Certificate Transparency API of C2SP, with tiles.' },
  },
});

@ObjectType('BrandCertificate', {
  simpleResolvers: true,
  description: 'A certificate of a Certificate Transparency log with a name that imitates a brand.',
})
export class BrandCertificate {
  @Field(() => String, { description: 'The name that imitates the brand, without a leading `*.`.' })
  name!: string;

  @Field(() => String, { description: 'Registered domain of the name, according to the known zones.' })
  registeredDomain!: string;

  @Field(() => BrandHitKind, {
    description: 'Kind of the imitation; SUBDOMAIN if only the labels before the registered domain imitate the brand.',
  })
  kind!: BrandHitKind;

  @Field(() => Int, { description: 'Edit distance between the brand and the name, in Unicode.' })
  distance!: number;

  @Field(() => String, { description: 'Distinguished name of the issuer.' })
  issuer!: string;

  @Field(() => String, { description: 'Serial number, hexadecimal.' })
  serialNumber!: string;

  @Field(() => [String], { description: 'All DNS names of the certificate.' })
  names!: string[];

  @Field(() => GraphQLDateTime, { description: 'Start of the validity.' })
  notBefore!: Date;

  @Field(() => GraphQLDateTime, { description: 'End of the validity.' })
  notAfter!: Date;

  @Field(() => GraphQLDateTime, {
    description: 'Time at which the log accepted the certificate, or its precertificate.',
  })
  loggedAt!: Date;

  @Field(() => String, { description: 'Configured URL of the log in which the certificate was first seen.' })
  logUrl!: string;

  @Field(() => GraphQLBigInt, { description: 'Index of the entry in the log.' })
  entryIndex!: number;
}

export const BrandCertificateConnection = connectionType(BrandCertificate, {
  name: 'BrandCertificate',
  node: 'certificate',
  description: 'A page of certificates, newest first. It has no `totalCount`.',
});

@ObjectType('CertificateLog', {
  simpleResolvers: true,
  description: 'A configured Certificate Transparency log, with its state.',
})
export class CertificateLogType {
  @Field(() => String, { description: 'Configured URL.' })
  url!: string;

  @Field(() => CertificateLogKind, { description: 'Protocol of the log.' })
  kind!: CertificateLogKind;

  @Field(() => GraphQLBigInt, {
    nullable: true,
    description: 'Number of entries of the newest verified tree head; null before the first one.',
  })
  treeSize!: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time at which the log signed the tree head; null before the first one.',
  })
  treeAt!: Date | null;

  @Field(() => GraphQLBigInt, {
    nullable: true,
    description: 'Number of entries that have not been compared yet; null before the first tree head.',
  })
  lag!: number | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Time of the last attempt; null before the first one.' })
  lastAttemptAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Time of the next attempt; null before the first one.' })
  nextAttemptAt!: Date | null;

  @Field(() => Int, { description: 'Number of consecutive failures.' })
  failures!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Cause of the last failure; null if the last attempt did not fail.',
  })
  error!: string | null;
}
