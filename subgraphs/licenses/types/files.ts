import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { BlacklistEntryKind } from '../vocabulary.js';
import './enums.js';

@ObjectType('FileStatus', { simpleResolvers: true, description: 'A file that is read again when it changes.' })
export class FileStatus {
  @Field(() => String, { nullable: true, description: 'Where it is; null when none is configured.' })
  path!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'When this process read what is in force; null when there was nothing to read.',
  })
  loadedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'What is wrong with the file as it is now, so that the last good one stays in force; null: nothing.',
  })
  problem!: string | null;
}

@ObjectType('BlacklistEntry', { simpleResolvers: true, description: 'One entry of the blacklist.' })
export class BlacklistEntry {
  @Field(() => String, { description: 'GUID, address or range, in its canonical spelling.' })
  value!: string;

  @Field(() => BlacklistEntryKind, { description: 'What it is matched with.' })
  kind!: BlacklistEntryKind;

  @Field(() => Int, { description: 'Its line in the file.' })
  line!: number;
}

@ObjectType('BlacklistEntryEdge', { simpleResolvers: true, description: 'An entry and its place in the file.' })
export class BlacklistEntryEdge {
  @Field(() => String, { description: 'Opaque mark of this place, for `after`.' })
  cursor!: string;

  @Field(() => BlacklistEntry, { description: 'The entry.' })
  node!: BlacklistEntry;
}

@ObjectType('BlacklistEntryConnection', {
  simpleResolvers: true,
  description: 'A page of the blacklist in file order.',
})
export class BlacklistEntryConnection {
  @Field(() => [BlacklistEntryEdge], { description: 'Entries with their cursors.' })
  edges!: BlacklistEntryEdge[];

  @Field(() => [BlacklistEntry], { description: 'The entries alone.' })
  nodes!: BlacklistEntry[];

  @Field(() => PageInfo, { description: 'What lies before and after this page.' })
  pageInfo!: PageInfo;

  @Field(() => Int, { description: 'Entries on all pages.' })
  totalCount!: number;
}

@ObjectType('Blacklist', { simpleResolvers: true, description: 'Who is refused.' })
export class Blacklist {
  @Field(() => Boolean, { description: 'Addresses are matched with the source of a connection (`blacklist=ip`).' })
  matchesAddresses!: boolean;

  @Field(() => FileStatus, { description: 'The file behind it.' })
  file!: FileStatus;
}

@ObjectType('Department', { simpleResolvers: true, description: 'A department of the departments file.' })
export class Department {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => [String], { description: 'Its addresses and ranges.' })
  addresses!: string[];
}

@ObjectType('Departments', { simpleResolvers: true, description: 'Departments, found by address.' })
export class Departments {
  @Field(() => FileStatus, { description: 'The file behind them.' })
  file!: FileStatus;

  @Field(() => [Department], { description: 'All of them in file order, which is the order of matching.' })
  @Directive('@listSize(assumedSize: 50)')
  list!: Department[];
}
