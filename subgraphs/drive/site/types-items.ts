import { GraphQLJSONObject } from 'graphql-scalars';
import { Directive, Field, ID, Int, ObjectType } from 'type-graphql';
import { GraphQLBigInt } from '../../../platform/graph/index.js';

@ObjectType('MirrorFolderFacet', { description: 'Folder facet: properties that only folders have.' })
@Directive('@inaccessible')
export class MirrorFolderFacet {
  @Field(() => Int, {
    description: 'Number of direct children of the folder, including files whose content is not stored.',
  })
  childCount!: number;
}

@ObjectType('MirrorHashes', { description: 'Hashes of the content.' })
@Directive('@inaccessible')
export class MirrorHashes {
  @Field(() => String, { description: 'quickXorHash, in base64.' })
  quickXorHash!: string;
}

@ObjectType('MirrorFileFacet', { description: 'File facet: properties that only files have.' })
@Directive('@inaccessible')
export class MirrorFileFacet {
  @Field(() => String, { description: 'Media type; `application/octet-stream` if the site reports none.' })
  mimeType!: string;

  @Field(() => MirrorHashes, { description: 'Hashes of the stored content.' })
  hashes!: MirrorHashes;
}

@ObjectType('MirrorMalwareFacet', { description: 'Malware facet: properties that only files with malware have.' })
@Directive('@inaccessible')
export class MirrorMalwareFacet {
  @Field(() => String, { description: 'Description of the malware, as the document site reports it.' })
  description!: string;
}

@ObjectType('MirrorDeletedFacet', { description: 'Deleted facet: properties that only deleted items have.' })
@Directive('@inaccessible')
export class MirrorDeletedFacet {
  @Field(() => String, { description: 'Always `deleted`.' })
  state!: string;
}

@ObjectType('MirrorParent', { description: 'Reference to the parent of an item.' })
@Directive('@inaccessible')
export class MirrorParent {
  @Field(() => String, { description: 'Always `documentLibrary`.' })
  driveType!: string;

  @Field(() => ID, { description: 'Id of the drive.' })
  driveId!: string;

  @Field(() => ID, { nullable: true, description: 'Id of the parent folder; null for the root folder.' })
  id!: string | null;

  @Field(() => ID, { description: 'Id of the site.' })
  siteId!: string;
}

@ObjectType('MirrorIdentity', { description: 'A user or an application.' })
@Directive('@inaccessible')
export class MirrorIdentity {
  @Field(() => String, { description: 'Name of the user or application for display.' })
  displayName!: string;
}

@ObjectType('MirrorIdentitySet', { description: 'Actor of an event, such as the last modification.' })
@Directive('@inaccessible')
export class MirrorIdentitySet {
  @Field(() => MirrorIdentity, { description: 'User or application that caused the event.' })
  user!: MirrorIdentity;
}

@ObjectType('MirrorItem', { description: 'A file or folder in the format of a Microsoft Graph driveItem.' })
@Directive('@inaccessible')
export class MirrorItem {
  @Field(() => ID, { description: 'Id of the item; unchanged by renames and moves.' })
  id!: string;

  @Field(() => String, { description: 'Name of the file or folder, without the path.' })
  name!: string;

  @Field(() => GraphQLBigInt, { description: 'Size of the stored content in bytes; 0 if there is none.' })
  size!: number;

  @Field(() => String, { description: 'ETag of the item.' })
  eTag!: string;

  @Field(() => String, {
    nullable: true,
    description: 'ETag of the stored content; null if there is none, for example for folders.',
  })
  cTag!: string | null;

  @Field(() => String, { nullable: true, description: 'URL of the item for browsers; null if unknown.' })
  webUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'Creation time, ISO 8601; null if unknown.' })
  createdDateTime!: string | null;

  @Field(() => String, { nullable: true, description: 'Time of the last modification, ISO 8601; null if unknown.' })
  lastModifiedDateTime!: string | null;

  @Field(() => MirrorIdentitySet, {
    nullable: true,
    description: 'Identity that last modified the item; null if unknown.',
  })
  lastModifiedBy!: MirrorIdentitySet | null;

  @Field(() => MirrorParent, { description: 'Drive, site and parent folder of the item.' })
  parentReference!: MirrorParent;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Empty object for the root folder; null for all other items, and for deleted ones.',
  })
  root!: object | null;

  @Field(() => MirrorFolderFacet, { nullable: true, description: 'Folder facet; null for files and deleted items.' })
  folder!: MirrorFolderFacet | null;

  @Field(() => MirrorFileFacet, { nullable: true, description: 'File facet; null for folders and deleted items.' })
  file!: MirrorFileFacet | null;

  @Field(() => MirrorMalwareFacet, {
    nullable: true,
    description: 'Malware facet; null for deleted items, and if the document site reports no malware in the file.',
  })
  malware!: MirrorMalwareFacet | null;

  @Field(() => MirrorDeletedFacet, { nullable: true, description: 'Deleted facet; null for items that exist.' })
  deleted!: MirrorDeletedFacet | null;
}

@ObjectType('MirrorDelta', { description: 'A page of a delta query.' })
@Directive('@inaccessible')
export class MirrorDelta {
  @Field(() => [MirrorItem], {
    description:
      'Changed items as they are now, in the order of their last changes, oldest first; files whose content is not stored are omitted. An item may occur on several pages; the last occurrence wins.',
  })
  items!: MirrorItem[];

  @Field(() => String, { nullable: true, description: 'URL of the next page; null on the last page.' })
  nextLink!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL of the next delta query, for later changes; null except on the last page.',
  })
  deltaLink!: string | null;
}

@ObjectType('MirrorItemPage', { description: 'A page of the items of a folder, or of the results of a search.' })
@Directive('@inaccessible')
export class MirrorItemPage {
  @Field(() => [MirrorItem], { description: 'Items of a folder, sorted by name; results of a search, sorted by id.' })
  items!: MirrorItem[];

  @Field(() => String, { nullable: true, description: 'URL of the next page; null on the last page.' })
  nextLink!: string | null;
}

@ObjectType('MirrorDownload', { description: 'Temporary location of the content of a file.' })
@Directive('@inaccessible')
export class MirrorDownload {
  @Field(() => String, {
    description:
      'Download URL; valid for one hour, but no longer than the token of the caller. The download requires no token.',
  })
  location!: string;
}
