import { Directive, Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { ContentState, DriveChangeKind } from './vocabulary.js';

registerEnumType(ContentState, {
  name: 'DriveContentState',
  description: 'Where the content of an item stands.',
  valuesConfig: {
    NONE: { description: 'The item is no file.' },
    PENDING: { description: 'The newest content is still to be downloaded; an earlier one may be here.' },
    STORED: { description: 'The newest content is here.' },
    FAILED: { description: 'The download was given up; a sync that is asked for tries it again.' },
  },
});

registerEnumType(DriveChangeKind, {
  name: 'DriveChangeKind',
  description: 'What happened to an item.',
  valuesConfig: {
    CREATED: { description: 'It is new.' },
    UPDATED: { description: 'Its content or its properties changed, neither its name nor its folder.' },
    RENAMED: { description: 'It has another name.' },
    MOVED: { description: 'It is in another folder, perhaps under another name.' },
    DELETED: { description: 'It is gone.' },
    RESTORED: { description: 'It was gone and is back.' },
    CONTENT_STORED: { description: 'Its content was downloaded.' },
  },
});

@ObjectType('DriveSite', { simpleResolvers: true, description: 'A document site that is or was synced.' })
@Directive('@key(fields: "id")')
export class DriveSite {
  @Field(() => ID, { description: 'As the graph API of the site names it.' })
  id!: string;

  @Field(() => String, { description: 'Host of the site.' })
  hostname!: string;

  @Field(() => String, { description: 'Path of the site, such as /sites/security.' })
  path!: string;

  @Field(() => String, { description: 'Name of the site.' })
  name!: string;

  @Field(() => String, { description: 'The site in a browser; empty when it does not tell.' })
  webUrl!: string;

  @Field(() => Float, { description: 'Number of the newest change.' })
  lastChange!: number;
}

@ObjectType('DriveContent', { simpleResolvers: true, description: 'A content that is stored here.' })
export class DriveContent {
  @Field(() => String, { description: 'SHA-256 in hexadecimal; its name in the store.' })
  sha256!: string;

  @Field(() => Float, { description: 'Bytes.' })
  size!: number;

  @Field(() => String, { description: 'quickXorHash in base64, computed here.' })
  quickXorHash!: string;
}

@ObjectType('DriveItem', { simpleResolvers: true, description: 'A file or folder of a document site.' })
@Directive('@key(fields: "siteId id")')
export class DriveItem {
  @Field(() => ID, { description: 'The site.' })
  siteId!: string;

  @Field(() => ID, { description: 'Stays the same when the item is renamed or moved.' })
  id!: string;

  @Field(() => String, { description: 'Name in its folder.' })
  name!: string;

  @Field(() => Boolean, { description: 'It is the root of the drive.' })
  isRoot!: boolean;

  @Field(() => Boolean, { description: 'Other items may lie in it.' })
  isFolder!: boolean;

  @Field(() => Float, { description: 'Bytes, as the site tells.' })
  size!: number;

  @Field(() => String, { nullable: true, description: 'Tag of the item; null when the site tells none.' })
  eTag!: string | null;

  @Field(() => String, { nullable: true, description: 'Tag of the content; null when the site tells none.' })
  cTag!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Media type, as the site tells; null where it tells none, as for folders.',
  })
  mimeType!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The item in a browser, at the site; null where the site tells none.',
  })
  webUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'Who changed it last; null when the site does not tell.' })
  modifiedBy!: string | null;

  @Field(() => String, { nullable: true, description: 'quickXorHash that the site tells; null when it tells none.' })
  quickXorHash!: string | null;

  @Field(() => Float, { description: 'Number of its newest change.' })
  change!: number;

  @Field(() => ContentState, { description: 'Where its content stands.' })
  contentState!: ContentState;

  @Field(() => Int, { description: 'Syncs that failed to download it since it last changed.' })
  downloadAttempts!: number;

  @Field(() => String, { nullable: true, description: 'Why the last download failed; null: it did not.' })
  downloadError!: string | null;
}

@ObjectType('DriveItemVersion', { simpleResolvers: true, description: 'A content that an item has or had.' })
export class DriveItemVersion {
  @Field(() => Float, { description: 'Number of the change that brought it.' })
  change!: number;

  @Field(() => String, { description: 'Name of the item then.' })
  name!: string;

  @Field(() => String, { description: 'SHA-256 of the content in hexadecimal.' })
  sha256!: string;

  @Field(() => Float, { description: 'Bytes.' })
  size!: number;

  @Field(() => String, { description: 'quickXorHash in base64.' })
  quickXorHash!: string;

  @Field(() => String, { nullable: true, description: 'Who had changed it; null when the site did not tell.' })
  modifiedBy!: string | null;
}

@ObjectType('DriveChange', {
  simpleResolvers: true,
  description: 'One change of an item. Changes are only ever added.',
})
export class DriveChange {
  @Field(() => Float, { description: 'Its number within the site; later ones have greater numbers.' })
  number!: number;

  @Field(() => DriveChangeKind, { description: 'What happened.' })
  kind!: DriveChangeKind;

  @Field(() => String, { description: 'Name of the item since then.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Name before; null for a new item.' })
  previousName!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Folder since then, or the last one of a deleted item; null for the root.',
  })
  parentId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Folder before; null for a new item.' })
  previousParentId!: string | null;
}

@ObjectType('DriveItemEdge', { simpleResolvers: true, description: 'An item at its place in a list.' })
export class DriveItemEdge {
  @Field(() => String, { description: 'The place.' })
  cursor!: string;

  @Field(() => DriveItem, { description: 'The item.' })
  node!: DriveItem;
}

@ObjectType('DriveItemConnection', { simpleResolvers: true, description: 'A page of items.' })
export class DriveItemConnection {
  @Field(() => [DriveItemEdge], { description: 'The items with their places.' })
  edges!: DriveItemEdge[];

  @Field(() => [DriveItem], { description: 'The items.' })
  nodes!: DriveItem[];

  @Field(() => PageInfo, { description: 'What lies around the page.' })
  pageInfo!: PageInfo;
}

@ObjectType('DriveChangeEdge', { simpleResolvers: true, description: 'A change at its place in a list.' })
export class DriveChangeEdge {
  @Field(() => String, { description: 'The place.' })
  cursor!: string;

  @Field(() => DriveChange, { description: 'The change.' })
  node!: DriveChange;
}

@ObjectType('DriveChangeConnection', { simpleResolvers: true, description: 'A page of changes.' })
export class DriveChangeConnection {
  @Field(() => [DriveChangeEdge], { description: 'The changes with their places.' })
  edges!: DriveChangeEdge[];

  @Field(() => [DriveChange], { description: 'The changes.' })
  nodes!: DriveChange[];

  @Field(() => PageInfo, { description: 'What lies around the page.' })
  pageInfo!: PageInfo;
}

@ObjectType('DriveCounts', { simpleResolvers: true, description: 'What of a document site is here.' })
export class DriveCounts {
  @Field(() => Int, { description: 'Files, folders and others, without the root.' })
  items!: number;

  @Field(() => Int, { description: 'Files.' })
  files!: number;

  @Field(() => Int, { description: 'Folders.' })
  folders!: number;

  @Field(() => Int, { description: 'Files of which a content is here.' })
  storedFiles!: number;

  @Field(() => Float, { description: 'Bytes of the newest content of each file that is here.' })
  storedBytes!: number;

  @Field(() => Int, { description: 'Files whose newest content is still to be downloaded.' })
  pendingDownloads!: number;

  @Field(() => Int, { description: 'Files whose download was given up.' })
  failedDownloads!: number;
}
