import { Directive, Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, GraphQLBigInt, Node } from '../../../platform/graph/index.js';
import { ContentState, DriveChangeKind } from './vocabulary.js';

enumType(ContentState, {
  name: 'DriveContentState',
  description: 'State of the local copy of the content of an item.',
  values: {
    NONE: 'The item has no content: it is not a file.',
    PENDING:
      'The newest content is not downloaded yet, or the filter of the site excludes the file; an older version may be stored.',
    STORED: 'The newest content is stored.',
    FAILED:
      'The download failed in three syncs and is not retried until the content changes or an operator requests a sync (see `DriveSyncTrigger.REQUEST`); or the site reports malware in the file (see `DriveItem.malware`).',
  },
});

enumType(DriveChangeKind, {
  name: 'DriveChangeKind',
  description: 'Kind of change to an item.',
  values: {
    CREATED: 'The item is new: it was created on the site, or found by the first sync.',
    UPDATED: 'The content or properties changed, but not the name or the folder.',
    RENAMED: 'The name changed, and possibly the content or properties, but not the folder.',
    MOVED: 'The folder changed, and possibly the name, content or properties.',
    DELETED: 'The item was deleted.',
    RESTORED: 'A deleted item exists again.',
    CONTENT_STORED: 'The content was downloaded, or read from the served folder, and stored.',
  },
});

@ObjectType('DriveSite', {
  implements: Node,
  description: 'A document site: synchronized now or in the past, or served from a local folder.',
})
@Directive('@key(fields: "id")')
export class DriveSite extends Node {
  @Field(() => String, { description: 'Hostname, in lower case.' })
  hostname!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'Web address; empty if the site does not report one.' })
  webUrl!: string;

  @Field(() => GraphQLBigInt, {
    description:
      'Number of the newest change to an item of the site; 0 before the first change. See `DriveChange.number`.',
  })
  lastChange!: number;
}

@ObjectType('DriveContent', { description: 'Stored content, addressed by its hash.' })
export class DriveContent {
  @Field(() => String, { description: 'SHA-256, in hexadecimal.' })
  sha256!: string;

  @Field(() => GraphQLBigInt, { description: 'Size in bytes.' })
  size!: number;

  @Field(() => String, { description: 'quickXorHash of the stored bytes, in base64.' })
  quickXorHash!: string;
}

@ObjectType('DriveItem', {
  implements: Node,
  description: 'A file or folder of a document site. Deleted items remain, marked as deleted.',
})
@Directive('@key(fields: "id")')
export class DriveItem extends Node {
  @Field(() => ID, { description: 'Id of the site; see `DriveSite.siteId`.' })
  siteId!: string;

  @Field(() => String, { description: 'Name of the file or folder, without the path.' })
  name!: string;

  @Field(() => Boolean, { description: 'True for the root folder of the site.' })
  isRoot!: boolean;

  @Field(() => Boolean, { description: 'True for a folder, including the root folder.' })
  isFolder!: boolean;

  @Field(() => GraphQLBigInt, { description: 'Size in bytes, as reported by the site; 0 if it reports none.' })
  size!: number;

  @Field(() => String, { nullable: true, description: 'ETag of the item; null if the site reports none.' })
  eTag!: string | null;

  @Field(() => String, { nullable: true, description: 'ETag of the content; null if the site reports none.' })
  cTag!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Media type, as reported by the site; null if the site reports none, for example for folders.',
  })
  mimeType!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Web address of the item on the site; null if the site reports none.',
  })
  webUrl!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Display name of the user or application that last modified the item; null if the site reports none.',
  })
  modifiedBy!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'quickXorHash as reported by the site, in base64; null if it reports none.',
  })
  quickXorHash!: string | null;

  @Field(() => GraphQLBigInt, { description: 'Number of the newest change of this item; see `DriveChange.number`.' })
  change!: number;

  @Field(() => ContentState, { description: 'State of the local copy of the content.' })
  contentState!: ContentState;

  @Field(() => Int, {
    description:
      'Number of syncs that failed to download the content since the content last changed or a sync was last requested; 0 if the content is stored.',
  })
  downloadAttempts!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Error of the last failed download of the newest content, or the reported malware; null if the newest content is stored, or no download of it has failed yet.',
  })
  downloadError!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Malware that the site reports in the file, as the site describes it; null if the site reports none. The content of a file with malware is not downloaded, but versions that were stored before remain available.',
  })
  malware!: string | null;
}

@ObjectType('DriveItemVersion', {
  description: 'A stored version of the content of an item. Versions are removed only with the local copy of the site.',
})
export class DriveItemVersion {
  @Field(() => GraphQLBigInt, { description: 'Number of the change that stored this version.' })
  change!: number;

  @Field(() => String, { description: 'Name of the item when the version was stored.' })
  name!: string;

  @Field(() => String, { description: 'SHA-256 of the content, in hexadecimal.' })
  sha256!: string;

  @Field(() => GraphQLBigInt, { description: 'Size in bytes.' })
  size!: number;

  @Field(() => String, { description: 'quickXorHash of the content, in base64.' })
  quickXorHash!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Display name of the user or application that modified the item; null if the site reported none.',
  })
  modifiedBy!: string | null;
}

@ObjectType('DriveChange', {
  description: 'A change to an item. Changes are append-only; they are removed only with the local copy of the site.',
})
export class DriveChange {
  @Field(() => GraphQLBigInt, { description: 'Sequence number within the site; increasing, with gaps.' })
  number!: number;

  @Field(() => DriveChangeKind, {
    description:
      'Whether the item was created, updated, renamed, moved, deleted or restored, or its content was stored.',
  })
  kind!: DriveChangeKind;

  @Field(() => String, { description: 'Name of the item after the change.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Name of the item before the change; null for a new item.' })
  previousName!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      '`itemId` of the parent folder after the change; for a deleted item, of its last parent folder. Null for the root folder.',
  })
  parentId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: '`itemId` of the parent folder before the change; null for a new item, and for the root folder.',
  })
  previousParentId!: string | null;
}

@ObjectType('DriveCounts', {
  description: 'Counts of the items of a document site, excluding deleted items, and of their stored contents.',
})
export class DriveCounts {
  @Field(() => Int, { description: 'Number of items, excluding the root folder.' })
  items!: number;

  @Field(() => Int, { description: 'Number of files.' })
  files!: number;

  @Field(() => Int, { description: 'Number of folders, excluding the root folder.' })
  folders!: number;

  @Field(() => Int, { description: 'Number of files that the filter of the site excludes from download.' })
  excludedFiles!: number;

  @Field(() => Int, { description: 'Number of files with at least one stored version.' })
  storedFiles!: number;

  @Field(() => GraphQLBigInt, { description: 'Total size of the newest stored content of each file, in bytes.' })
  storedBytes!: number;

  @Field(() => Int, {
    description:
      'Number of files whose newest content is not downloaded yet, except for files that the filter excludes.',
  })
  pendingDownloads!: number;

  @Field(() => Int, {
    description:
      'Number of files whose download failed in three syncs, except for files with malware and files that the filter excludes.',
  })
  failedDownloads!: number;

  @Field(() => Int, { description: 'Number of files in which the site reports malware; see `DriveItem.malware`.' })
  malwareFiles!: number;
}

export const DriveItemConnection = connectionType(DriveItem, {
  name: 'DriveItem',
  node: 'item',
  description: 'A page of the items of a site or folder, excluding deleted items.',
});

export const DriveChangeConnection = connectionType(DriveChange, {
  name: 'DriveChange',
  node: 'change',
  description: 'A page of changes, newest first. It has no `totalCount`: counting would read all changes.',
});
