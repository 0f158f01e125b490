import { GraphQLJSON } from 'graphql-scalars';
import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters } from '../../../platform/input-limits.js';

@ObjectType('MirrorToken', { simpleResolvers: true, description: 'An access token for the mirror.' })
export class MirrorToken {
  @Field(() => String, { description: 'Always `Bearer`.' })
  tokenType!: string;

  @Field(() => Int, { description: 'Seconds that it is good for.' })
  expiresIn!: number;

  @Field(() => String, { description: 'The token.' })
  accessToken!: string;

  @Field(() => String, { description: 'Always `no-store`: the token is for whoever asked (RFC 6749, section 5.1).' })
  cacheControl!: string;
}

@InputType('MirrorTokenInput', { description: 'OAuth 2.0 client credentials; what is missing is told as an error.' })
export class MirrorTokenInput {
  @Field(() => String, { description: 'Directory (tenant).' })
  tenantId!: string;

  @Field(() => String, { nullable: true, description: '`client_credentials`.' })
  grantType?: string | null;

  @Field(() => String, { nullable: true, description: 'The client.' })
  clientId?: string | null;

  @Field(() => String, { nullable: true, description: 'Its secret.' })
  clientSecret?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of the API and `/.default`.' })
  scope?: string | null;
}

@ObjectType('MirrorSite', { simpleResolvers: true, description: 'A document site that is served from here.' })
export class MirrorSite {
  @Field(() => ID, { description: 'Host name and two GUIDs, separated by commas.' })
  id!: string;

  @Field(() => String, { description: 'Name in its address.' })
  name!: string;

  @Field(() => String, { description: 'Name for people.' })
  displayName!: string;

  @Field(() => String, { description: 'Address for people.' })
  webUrl!: string;

  @Field(() => String, { description: 'ISO 8601.' })
  createdDateTime!: string;
}

@ObjectType('MirrorFolderFacet', { simpleResolvers: true, description: 'Says that an item is a folder.' })
export class MirrorFolderFacet {
  @Field(() => Int, { description: 'Items in it.' })
  childCount!: number;
}

@ObjectType('MirrorHashes', { simpleResolvers: true, description: 'Hashes of a content.' })
export class MirrorHashes {
  @Field(() => String, { description: 'In base64.' })
  quickXorHash!: string;
}

@ObjectType('MirrorFileFacet', { simpleResolvers: true, description: 'Says that an item is a file.' })
export class MirrorFileFacet {
  @Field(() => String, { description: 'Media type.' })
  mimeType!: string;

  @Field(() => MirrorHashes, { description: 'Of the content that can be downloaded.' })
  hashes!: MirrorHashes;
}

@ObjectType('MirrorDeletedFacet', { simpleResolvers: true, description: 'Says that an item is gone.' })
export class MirrorDeletedFacet {
  @Field(() => String, { description: 'Always `deleted`.' })
  state!: string;
}

@ObjectType('MirrorParent', { simpleResolvers: true, description: 'Where an item lies.' })
export class MirrorParent {
  @Field(() => String, { description: 'Always `documentLibrary`.' })
  driveType!: string;

  @Field(() => ID, { description: 'The drive.' })
  driveId!: string;

  @Field(() => ID, { nullable: true, description: 'The folder; null for the root.' })
  id!: string | null;

  @Field(() => ID, { description: 'The site.' })
  siteId!: string;
}

@ObjectType('MirrorIdentity', { simpleResolvers: true, description: 'Who changed something.' })
export class MirrorIdentity {
  @Field(() => String, { description: 'Name for people.' })
  displayName!: string;
}

@ObjectType('MirrorIdentitySet', { simpleResolvers: true, description: 'Who changed something.' })
export class MirrorIdentitySet {
  @Field(() => MirrorIdentity, { description: 'The user.' })
  user!: MirrorIdentity;
}

@ObjectType('MirrorItem', { simpleResolvers: true, description: 'A file or folder as the mirror tells it.' })
export class MirrorItem {
  @Field(() => ID, { description: 'Stays the same when the item is renamed or moved.' })
  id!: string;

  @Field(() => String, { description: 'Name in its folder.' })
  name!: string;

  @Field(() => Float, { description: 'Bytes.' })
  size!: number;

  @Field(() => String, { description: 'Changes with the item.' })
  eTag!: string;

  @Field(() => String, { nullable: true, description: 'Changes with the content; null where there is none.' })
  cTag!: string | null;

  @Field(() => String, { nullable: true, description: 'Address for people; null where there is none.' })
  webUrl!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601; null where it is not known.' })
  createdDateTime!: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601; null where it is not known.' })
  lastModifiedDateTime!: string | null;

  @Field(() => MirrorIdentitySet, { nullable: true, description: 'Who changed it last; null where that is not known.' })
  lastModifiedBy!: MirrorIdentitySet | null;

  @Field(() => MirrorParent, { description: 'Where it lies.' })
  parentReference!: MirrorParent;

  @Field(() => GraphQLJSON, { nullable: true, description: 'An empty object in the root, null elsewhere.' })
  root!: object | null;

  @Field(() => MirrorFolderFacet, { nullable: true, description: 'In folders, null elsewhere.' })
  folder!: MirrorFolderFacet | null;

  @Field(() => MirrorFileFacet, { nullable: true, description: 'In files, null elsewhere.' })
  file!: MirrorFileFacet | null;

  @Field(() => MirrorDeletedFacet, { nullable: true, description: 'In items that are gone, null elsewhere.' })
  deleted!: MirrorDeletedFacet | null;
}

@ObjectType('MirrorDelta', { simpleResolvers: true, description: 'A page of the changes of a site.' })
export class MirrorDelta {
  @Field(() => [MirrorItem], { description: 'Of each item the newest state; an item may come again on a later page.' })
  items!: MirrorItem[];

  @Field(() => String, { nullable: true, description: 'Where the next page is; null on the last.' })
  nextLink!: string | null;

  @Field(() => String, { nullable: true, description: 'Where later changes are; null but on the last page.' })
  deltaLink!: string | null;
}

@ObjectType('MirrorDownload', { simpleResolvers: true, description: 'Leads to the content of a file.' })
export class MirrorDownload {
  @Field(() => String, { description: 'Address that answers for an hour, without a token.' })
  location!: string;
}

@InputType('MirrorSubscriptionInput', { description: 'What is subscribed to; what does not fit is told as an error.' })
export class MirrorSubscriptionInput {
  @Field(() => String, { nullable: true, description: '`updated`.' })
  changeType?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Where notifications go; at most ${maxCharacters.callbackUrl} characters.`,
  })
  notificationUrl?: string | null;

  @Field(() => String, { nullable: true, description: '`/sites/{site_id}/drive/root`.' })
  resource?: string | null;

  @Field(() => String, { nullable: true, description: 'ISO 8601, at most 42,300 minutes ahead.' })
  expirationDateTime?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Comes back with each notification; at most ${maxCharacters.clientState} characters.`,
  })
  clientState?: string | null;
}

@ObjectType('MirrorSubscription', { simpleResolvers: true, description: 'A subscription of a client of the mirror.' })
export class MirrorSubscription {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => String, { description: 'What is subscribed to.' })
  resource!: string;

  @Field(() => ID, { description: 'The client.' })
  applicationId!: string;

  @Field(() => String, { description: 'Always `updated`.' })
  changeType!: string;

  @Field(() => String, { nullable: true, description: 'As the client sent it; told when it is created, null later.' })
  clientState!: string | null;

  @Field(() => String, { description: 'Where notifications go.' })
  notificationUrl!: string;

  @Field(() => String, { description: 'ISO 8601.' })
  expirationDateTime!: string;
}

@ObjectType('DeleteMirrorSubscriptionPayload', { simpleResolvers: true, description: 'A subscription that is gone.' })
export class DeleteMirrorSubscriptionPayload {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}
