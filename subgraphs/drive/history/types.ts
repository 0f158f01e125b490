import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, GraphQLBigInt } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';

@ObjectType('DriveTree', {
  description:
    'A folder of a document site as of a point in time, with everything below it. Counts include all levels.',
})
export class DriveTree {
  @Field(() => GraphQLBigInt, {
    description:
      'Number of the last change up to the time of the tree; 0 before the first change. See `DriveChange.number`.',
  })
  change!: number;

  @Field(() => Int, { description: 'Number of files, including those whose content was not stored.' })
  files!: number;

  @Field(() => Int, { description: 'Number of folders, excluding the folder itself.' })
  folders!: number;

  @Field(() => GraphQLBigInt, {
    description:
      'Total size of the files in bytes: for each file, the newest content that was stored up to the time of the tree; 0 for a file without stored content.',
  })
  bytes!: number;

  @Field(() => Int, {
    description: 'Number of files whose content was not stored at the time of the tree; they cannot be restored.',
  })
  missingFiles!: number;
}

@ObjectType('DriveTreeEntry', { description: 'A file or folder as it was at a point in time.' })
export class DriveTreeEntry {
  @Field(() => String, { description: 'Name of the file or folder at the time of the tree.' })
  name!: string;

  @Field(() => String, {
    description: 'Path of the file or folder at the time of the tree, such as `/reports/june.pdf`.',
  })
  path!: string;

  @Field(() => Boolean, { description: 'True for a folder, false for a file.' })
  isFolder!: boolean;
}

export const DriveTreeEntryConnection = connectionType(DriveTreeEntry, {
  name: 'DriveTreeEntry',
  node: 'entry',
  nodes: 'entries',
  description: 'A page of the entries of a folder at a point in time, sorted by path.',
});

@InputType('DriveTreeFilter', { description: 'Conditions for entries of a tree; all must be met.' })
export class DriveTreeFilter {
  @Field(() => String, {
    nullable: true,
    description: `Substring of the name, case-insensitive; at most ${maxCharacters.search} characters. Null or empty: all names.`,
  })
  name?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Extensions of file names, such as `pdf`, case-insensitive; at most 100. Folders do not match any extension. Null: all files and folders; empty: no entries.',
  })
  extensions?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True for folders only, false for files only. Null: both.',
  })
  isFolder?: boolean | null;
}

@InputType('CreateDriveArchiveInput', {
  description: 'A folder of a document site as of a point in time; pass exactly one of `at` and `change`.',
})
export class CreateDriveArchiveInput {
  @Field(() => ID, { description: 'Id of the site; see `DriveSite.siteId`.' })
  siteId!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Point in time at which the state of the folder is archived; null if `change` is passed.',
  })
  at?: Date | null;

  @Field(() => GraphQLBigInt, {
    nullable: true,
    description: 'Number of the last change that is included, 0 for none; null if `at` is passed.',
  })
  change?: number | null;

  @Field(() => String, {
    defaultValue: '/',
    description:
      'Path of the folder at the requested time, such as `/reports`; at most 4000 characters. Default: the root folder.',
  })
  folder!: string;
}

@ObjectType('CreateDriveArchivePayload', { description: 'Result of `createDriveArchive`.' })
export class CreateDriveArchivePayload {
  @Field(() => DriveTree, { description: 'Contents of the archive.' })
  @Directive('@cost(weight: 0)')
  tree!: DriveTree;

  @Field(() => String, { description: 'File name of the archive.' })
  fileName!: string;

  @Field(() => String, {
    description:
      'Path of the archive on this server; the archive is an uncompressed ZIP file. Valid for one hour, but no longer than the token of the caller. The download requires no token and supports range requests.',
  })
  link!: string;
}
