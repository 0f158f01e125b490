import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { BlacklistEntryKind, DocumentSource } from '../vocabulary.js';

enumType(BlacklistEntryKind, {
  name: 'BlacklistEntryKind',
  description: 'Kind of blacklist entry.',
  values: {
    GUID: 'GUID of a controller; matched regardless of `[licenses] blacklist`.',
    ADDRESS: 'Source address; matched only if `[licenses] blacklist` is `ip`.',
    RANGE: 'CIDR range of source addresses; matched only if `[licenses] blacklist` is `ip`.',
  },
});

enumType(DocumentSource, {
  name: 'LicenseDocumentSource',
  description: 'Source of the active version of a document.',
  values: {
    FILE: 'The configured file, which each server rereads when it changes.',
    DATABASE: 'The version that was stored with `replaceLicenseDocument`. The file has no effect.',
  },
});

@ObjectType('FileStatus', {
  description:
    'Source, file path and load time of the blacklist or of the departments, and the error in the source, if any. Each is stored in the database, or in a file that is reread when it changes.',
})
export class FileStatus {
  @Field(() => DocumentSource, { description: 'Source of the active version.' })
  source!: DocumentSource;

  @Field(() => String, {
    nullable: true,
    description: 'Path of the file, whether or not it is active; null if none is configured.',
  })
  path!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when this process read the version of the file in use, or when the document was stored in the database; null if no version was read.',
  })
  loadedAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Error in the active source; null if there is none. If a file is invalid, its last valid version is still used, or its valid part if this process has read no valid version. If a document in the database is invalid, its valid part is used.',
  })
  problem!: string | null;
}

@ObjectType('BlacklistEntry', { description: 'A GUID, address or CIDR range on the blacklist.' })
class BlacklistEntry {
  @Field(() => String, { description: 'GUID, address or CIDR range in canonical form.' })
  value!: string;

  @Field(() => BlacklistEntryKind, { description: 'Whether the entry is a GUID, an address or a range.' })
  kind!: BlacklistEntryKind;

  @Field(() => Int, {
    description:
      'Number of the line that contains the entry, starting at 1; comments and blank lines count. For a repeated entry, the first such line.',
  })
  line!: number;
}

export const BlacklistEntryConnection = connectionType(BlacklistEntry, {
  name: 'BlacklistEntry',
  node: 'entry',
  nodes: 'entries',
  description: 'A page of the blacklist, in the order of the list.',
  totalCount: { description: 'Number of entries on all pages.' },
});

@ObjectType('Blacklist', {
  description: 'GUIDs, addresses and CIDR ranges of controllers whose check-ins are rejected.',
})
export class Blacklist {
  @Field(() => Boolean, {
    description:
      'Whether addresses and ranges are compared with the source address of a connection: true if `[licenses] blacklist` is `ip`.',
  })
  matchesAddresses!: boolean;

  @Field(() => FileStatus, {
    description: 'Source, file path and load time of the blacklist, and the error in its source, if any.',
  })
  file!: FileStatus;
}

@ObjectType('Department', { description: 'A department. Controllers are assigned to departments by their addresses.' })
export class Department {
  @Field(() => String, { description: 'Name of the department.' })
  name!: string;

  @Field(() => [String], { description: 'Addresses and CIDR ranges of the controllers of the department.' })
  addresses!: string[];
}

@ObjectType('Departments', {
  description: 'The departments to which controllers are assigned by the addresses that they report.',
})
export class Departments {
  @Field(() => FileStatus, {
    description: 'Source, file path and load time of the departments, and the error in their source, if any.',
  })
  file!: FileStatus;

  @Field(() => [Department], { description: 'Departments in the order of the document; the first match applies.' })
  @Directive('@listSize(assumedSize: 50)')
  list!: Department[];
}
