import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, GraphQLBigInt } from '../../../platform/graph/index.js';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { DriveSite } from '../items/types.js';

const lists = {
  folders: `Folders whose files are downloaded, such as \`/reports\`, including subfolders; case-insensitive; at most ${maxItems.driveFilter}. Empty: all folders.`,
  excludedFolders: `Folders whose files are not downloaded, such as \`/archive\`, including subfolders; case-insensitive; at most ${maxItems.driveFilter}. Empty: none.`,
  names: `Name patterns of the files that are downloaded, with the wildcards \`*\` and \`?\`, case-insensitive; at most ${maxItems.driveFilter}. Empty: all names.`,
  excludedNames: `Name patterns of the files that are not downloaded, with the wildcards \`*\` and \`?\`, case-insensitive; at most ${maxItems.driveFilter}. Empty: none.`,
};

@ObjectType('DriveFileFilter', {
  description:
    'Filter for the files of a site. Only files that meet all conditions are downloaded; all items are listed.',
})
export class DriveFileFilter {
  @Field(() => [String], { description: lists.folders })
  folders!: string[];

  @Field(() => [String], { description: lists.excludedFolders })
  excludedFolders!: string[];

  @Field(() => [String], { description: lists.names })
  names!: string[];

  @Field(() => [String], { description: lists.excludedNames })
  excludedNames!: string[];

  @Field(() => GraphQLBigInt, { nullable: true, description: 'Maximum file size in bytes; null: no limit.' })
  maxBytes!: number | null;
}

@ObjectType('DriveFollowedSite', {
  description: 'A document site or document library that this instance synchronizes to a local copy.',
})
export class DriveFollowedSite {
  @Field(() => String, { description: 'Hostname, in lower case.' })
  hostname!: string;

  @Field(() => Boolean, {
    description: 'Whether the site is configured in `[drive]`. If true, `removeDriveSite` rejects it.',
  })
  isOfSettings!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the site is paused. If true, no sync starts until an operator resumes the site.',
  })
  isPaused!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the JSON file in `[drive] credentials_dir` with the credentials of the application; null: the credentials in `[drive]`.',
  })
  credentials!: string | null;

  @Field(() => DriveFileFilter, { nullable: true, description: 'Filter for the files to download; null: all files.' })
  filter!: DriveFileFilter | null;

  @Field(() => DriveSite, {
    nullable: true,
    description: 'The site with its items; null before the site is first connected.',
  })
  site!: DriveSite | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the site was added; null for the site that `[drive]` configures.',
  })
  addedAt!: Date | null;
}

export const DriveFollowedSiteConnection = connectionType(DriveFollowedSite, {
  name: 'DriveFollowedSite',
  node: 'site',
  nodes: 'sites',
  description:
    'A page of followed sites: first the configured site, then the others in the order in which they were added.',
  totalCount: { description: 'Number of sites on all pages.' },
});

@InputType('DriveFileFilterInput', {
  description:
    'Filter for the files of a site. Only files that meet all conditions are downloaded; null fields and empty lists set no condition.',
})
export class DriveFileFilterInput {
  @Field(() => [String], { nullable: true, description: lists.folders })
  folders?: string[] | null;

  @Field(() => [String], { nullable: true, description: lists.excludedFolders })
  excludedFolders?: string[] | null;

  @Field(() => [String], { nullable: true, description: lists.names })
  names?: string[] | null;

  @Field(() => [String], { nullable: true, description: lists.excludedNames })
  excludedNames?: string[] | null;

  @Field(() => GraphQLBigInt, { nullable: true, description: 'Maximum file size in bytes; null: no limit.' })
  maxBytes?: number | null;
}

const credentials = 'Name of a JSON file in `[drive] credentials_dir` with the credentials of the application.';
const poll = 'Seconds between polls, 60–86400.';
const filter = 'Filter for the files to download.';

@InputType('AddDriveSiteInput', { description: 'A document site to follow.' })
export class AddDriveSiteInput {
  @Field(() => String, { description: 'Hostname, such as `contoso.sharepoint.com`.' })
  hostname!: string;

  @Field(() => String, {
    description: 'Path of the site, such as `/sites/security`; a name without a slash refers to a site below `/sites`.',
  })
  path!: string;

  @Field(() => String, {
    nullable: true,
    description: `Name of the document library, at most ${maxCharacters.name} characters. Null or omitted: the default library of the site.`,
  })
  library?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `${credentials} Null or omitted: the credentials in \`[drive]\`.`,
  })
  credentials?: string | null;

  @Field(() => Int, { nullable: true, description: `${poll} Null or omitted: 600.` })
  pollSeconds?: number | null;

  @Field(() => DriveFileFilterInput, {
    nullable: true,
    description: `${filter} Null or omitted: all files.`,
  })
  filter?: DriveFileFilterInput | null;
}

@InputType('UpdateDriveSiteInput', { description: 'Changes to a followed site.' })
export class UpdateDriveSiteInput {
  @Field(() => ID, { description: 'Id of the followed site; see `DriveFollowedSite.id`.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: `${credentials} Null: the credentials in \`[drive]\`. Omitted: unchanged.`,
  })
  credentials?: string | null;

  @Field(() => Int, { nullable: true, description: `${poll} Null: 600. Omitted: unchanged.` })
  pollSeconds?: number | null;

  @Field(() => DriveFileFilterInput, {
    nullable: true,
    description: `${filter} Null: all files. Omitted: unchanged.`,
  })
  filter?: DriveFileFilterInput | null;
}

@InputType('DriveSiteInput', { description: 'Input of `syncDriveSite`, `pauseDriveSite` and `resumeDriveSite`.' })
export class DriveSiteInput {
  @Field(() => ID, { description: 'Id of the followed site; see `DriveFollowedSite.id`.' })
  id!: string;
}

@InputType('RemoveDriveSiteInput', { description: 'Followed site to remove and whether to keep its local copy.' })
export class RemoveDriveSiteInput {
  @Field(() => ID, { description: 'Id of the followed site; see `DriveFollowedSite.id`.' })
  id!: string;

  @Field(() => Boolean, {
    description:
      'Whether to keep the local copy. If false, only items that are linked to alerts remain, with their versions and folders.',
  })
  keepFiles!: boolean;
}

@ObjectType('AddDriveSitePayload', { description: 'Result of `addDriveSite`.' })
export class AddDriveSitePayload {
  @Field(() => DriveFollowedSite, { description: 'The added site.' })
  site!: DriveFollowedSite;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason the subscription to the change notifications of the site could not be created; the server retries the creation. Null if the subscription was created, or if `[drive] notification_url` is not set.',
  })
  subscriptionError!: string | null;
}

@ObjectType('DriveSitePayload', {
  description: 'Result of `updateDriveSite`, `syncDriveSite`, `pauseDriveSite` and `resumeDriveSite`.',
})
export class DriveSitePayload {
  @Field(() => DriveFollowedSite, { description: 'The site after the mutation.' })
  site!: DriveFollowedSite;
}

@ObjectType('RemoveDriveSitePayload', { description: 'Result of `removeDriveSite`.' })
export class RemoveDriveSitePayload {
  @Field(() => ID, { description: 'Id of the removed site, as in the input.' })
  id!: string;

  @Field(() => Int, {
    description: 'Number of items that were deleted from the local copy; 0 if the whole copy remains.',
  })
  deletedItems!: number;

  @Field(() => Int, {
    description: 'Number of items that remain because they are linked to alerts; 0 if the whole copy remains.',
  })
  evidenceItems!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason the subscription to the change notifications of the site could not be deleted there, where it remains until it expires. Null if the subscription was deleted or did not exist.',
  })
  subscriptionError!: string | null;
}
