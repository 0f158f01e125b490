import { GraphQLDate, GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ObjectType } from 'type-graphql';
import { connectionType, enumType, GraphQLBigInt, Node } from '../../../platform/graph/index.js';
import { ImportOutcome } from './vocabulary.js';

enumType(ImportOutcome, {
  name: 'ZoneImportOutcome',
  description: 'Outcome of an import of a zone file or a zone transfer.',
  values: {
    APPLIED: 'The content of the file or transfer became the current state of the zone.',
    UNCHANGED: 'The file is identical to that of the last applied import. Transfers do not have this outcome.',
    REJECTED: 'The file or transfer was rejected; `reason` contains the cause. The zone did not change.',
    FAILED: 'The import ended with an error; `reason` contains the cause. The zone did not change.',
  },
});

@ObjectType('Zone', { implements: Node, description: 'An imported zone.' })
@Directive('@key(fields: "id")')
export class Zone extends Node {
  @Field(() => String, { description: 'Name of the zone, such as `com`; `root` for the DNS root.' })
  name!: string;

  @Field(() => GraphQLBigInt, { description: 'Number of domains in the zone.' })
  domains!: number;

  @Field(() => GraphQLBigInt, {
    description: 'Number of active observations in the zone: delegations of a domain to a nameserver.',
  })
  observations!: number;

  @Field(() => GraphQLDateTime, {
    description:
      'Snapshot time of the newest import that was applied or found an unchanged file; rejected and failed imports do not count.',
  })
  lastImportAt!: Date;
}

@ObjectType('ZoneDayCount', { description: 'Numbers of domains added to and removed from a zone on one day (UTC).' })
export class ZoneDayCount {
  @Field(() => GraphQLDate, { description: 'Day in UTC.' })
  day!: Date;

  @Field(() => GraphQLBigInt, {
    description: 'Number of domains added. The first import of a zone adds all its domains.',
  })
  added!: number;

  @Field(() => GraphQLBigInt, { description: 'Number of domains removed.' })
  removed!: number;
}

@ObjectType('ZoneImport', {
  implements: Node,
  description: 'A completed attempt to import a zone file or a zone transfer.',
})
@Directive('@key(fields: "id")')
export class ZoneImport extends Node {
  @Field(() => String, {
    description:
      'Name of the zone, such as `com`. The zone of a rejected or failed import may never have been imported.',
  })
  zone!: string;

  @Field(() => ImportOutcome, {
    description: 'Whether the import was applied, found an unchanged file, was rejected, or failed.',
  })
  outcome!: ImportOutcome;

  @Field(() => GraphQLDateTime, {
    description: 'Snapshot time: the time at which the zone had the content of the file or transfer.',
  })
  at!: Date;

  @Field(() => GraphQLDateTime, { description: 'Time when the import started.' })
  startedAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Time when the import ended.' })
  endedAt!: Date;

  @Field(() => String, { nullable: true, description: 'Cause of a rejection or failure; null for other outcomes.' })
  reason!: string | null;

  @Field(() => GraphQLBigInt, {
    nullable: true,
    description:
      'Serial number of the SOA record; null if the file contains no SOA record, or the import ended before one was read.',
  })
  serial!: number | null;

  @Field(() => GraphQLBigInt, {
    description: 'Number of bytes of the file or transfer that were read, before decompression.',
  })
  bytes!: number;

  @Field(() => GraphQLBigInt, {
    description: 'Number of resource records read; 0 for an unchanged file that was recognized by its digest.',
  })
  records!: number;

  @Field(() => GraphQLBigInt, {
    description: 'Number of domains in the zone after the import; 0 if it was rejected or failed.',
  })
  domains!: number;

  @Field(() => GraphQLBigInt, {
    description: 'Number of active observations in the zone after the import; 0 if it was rejected or failed.',
  })
  observations!: number;

  @Field(() => GraphQLBigInt, { description: 'Number of domains added; 0 unless `outcome` is `APPLIED`.' })
  addedDomains!: number;

  @Field(() => GraphQLBigInt, { description: 'Number of domains removed; 0 unless `outcome` is `APPLIED`.' })
  removedDomains!: number;

  @Field(() => GraphQLBigInt, {
    description: 'Number of domains whose nameservers changed; 0 unless `outcome` is `APPLIED`.',
  })
  changedDomains!: number;

  @Field(() => GraphQLBigInt, {
    description: 'Number of observations that became active; 0 unless `outcome` is `APPLIED`.',
  })
  addedObservations!: number;

  @Field(() => GraphQLBigInt, {
    description: 'Number of observations that became inactive; 0 unless `outcome` is `APPLIED`.',
  })
  removedObservations!: number;
}

export const ZoneImportConnection = connectionType(ZoneImport, {
  name: 'ZoneImport',
  node: 'import',
  description: 'A page of imports, most recently ended first.',
});
