import { GraphQLDate, GraphQLDateTime } from 'graphql-scalars';
import { Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { ImportOutcome } from './records.js';

registerEnumType(ImportOutcome, {
  name: 'ZoneImportOutcome',
  description: 'What became of an attempt to import a zone file.',
  valuesConfig: {
    APPLIED: { description: 'It became the state of its zone.' },
    UNCHANGED: { description: 'The file is the one that was imported last.' },
    REFUSED: { description: 'The file must not become the state of the zone; `reason` says why.' },
    FAILED: { description: 'Something broke on the way; `reason` says what.' },
  },
});

@ObjectType('Zone', { simpleResolvers: true, description: 'A zone whose file has been imported.' })
export class Zone {
  @Field(() => String, { description: 'Such as `com`; the DNS root is `root`.' })
  name!: string;

  @Field(() => Float, { description: 'Domains in the zone now, a whole number.' })
  domains!: number;

  @Field(() => Float, { description: 'Pairs of a domain and a nameserver that are active now, a whole number.' })
  observations!: number;

  @Field(() => GraphQLDateTime, { description: 'Time of the newest import, also of one that found nothing new.' })
  lastImportAt!: Date;
}

@ObjectType('ZoneDayCount', {
  simpleResolvers: true,
  description: 'How the names of a zone changed on one day, in UTC.',
})
export class ZoneDayCount {
  @Field(() => GraphQLDate, { description: 'The day.' })
  day!: Date;

  @Field(() => Float, { description: 'Names that came, a whole number; all of them with the first import.' })
  added!: number;

  @Field(() => Float, { description: 'Names that went, a whole number.' })
  removed!: number;
}

@ObjectType('ZoneImport', { simpleResolvers: true, description: 'One attempt to import a zone file.' })
export class ZoneImport {
  @Field(() => ID, { description: 'Of the attempt.' })
  id!: string;

  @Field(() => String, { description: 'Name of the zone; a refused import may name one that is not there.' })
  zone!: string;

  @Field(() => ImportOutcome, { description: 'What became of it.' })
  outcome!: ImportOutcome;

  @Field(() => GraphQLDateTime, { description: 'The time of observation that the file stands for.' })
  at!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the import began.' })
  startedAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it ended.' })
  endedAt!: Date;

  @Field(() => String, { nullable: true, description: 'Why it was refused or failed; null when it was neither.' })
  reason!: string | null;

  @Field(() => Float, { nullable: true, description: 'Serial of the SOA record; null when the file was read without.' })
  serial!: number | null;

  @Field(() => Float, { description: 'Bytes of the file that were read, compressed where it is.' })
  bytes!: number;

  @Field(() => Float, { description: 'Resource records that were read.' })
  records!: number;

  @Field(() => Float, { description: 'Domains in the zone afterwards; zero when it did not become the state.' })
  domains!: number;

  @Field(() => Float, { description: 'Pairs of a domain and a nameserver in the zone afterwards.' })
  observations!: number;

  @Field(() => Float, { description: 'Domains that came.' })
  addedDomains!: number;

  @Field(() => Float, { description: 'Domains that went.' })
  removedDomains!: number;

  @Field(() => Float, { description: 'Domains that stayed, with other nameservers.' })
  changedDomains!: number;

  @Field(() => Float, { description: 'Pairs that became active.' })
  addedObservations!: number;

  @Field(() => Float, { description: 'Pairs that became inactive.' })
  removedObservations!: number;
}

@ObjectType('ZoneImportEdge', { simpleResolvers: true, description: 'An import and its place in the list.' })
export class ZoneImportEdge {
  @Field(() => String, { description: 'Opaque mark of this place, for `after`.' })
  cursor!: string;

  @Field(() => ZoneImport, { description: 'The import.' })
  node!: ZoneImport;
}

@ObjectType('ZoneImportConnection', { simpleResolvers: true, description: 'A page of imports, the newest first.' })
export class ZoneImportConnection {
  @Field(() => [ZoneImportEdge], { description: 'Imports with their cursors.' })
  edges!: ZoneImportEdge[];

  @Field(() => [ZoneImport], { description: 'The imports alone.' })
  nodes!: ZoneImport[];

  @Field(() => PageInfo, { description: 'What lies before and after this page.' })
  pageInfo!: PageInfo;
}
