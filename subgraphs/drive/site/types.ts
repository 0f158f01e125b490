import { Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { maxCharacters } from '../../../platform/input-limits.js';

@ObjectType('MirrorToken', { description: 'Access token of a mirror client.' })
@Directive('@inaccessible')
export class MirrorToken {
  @Field(() => String, { description: 'Always `Bearer`.' })
  tokenType!: string;

  @Field(() => Int, { description: 'Lifetime in seconds.' })
  expiresIn!: number;

  @Field(() => String, { description: 'Access token: a JWT.' })
  accessToken!: string;

  @Field(() => String, { description: 'Value of the header Cache-Control; always `no-store` (RFC 6749, section 5.1).' })
  cacheControl!: string;
}

@InputType('MirrorTokenInput', {
  description: 'OAuth 2.0 client credentials grant. Missing values result in an OAuth error.',
})
@Directive('@inaccessible')
export class MirrorTokenInput {
  @Field(() => String, {
    description: 'Id of the directory (tenant). Any value of at most 200 characters is accepted.',
  })
  tenantId!: string;

  @Field(() => String, { nullable: true, description: 'Must be `client_credentials`; null is rejected.' })
  grantType?: string | null;

  @Field(() => String, { nullable: true, description: 'Id of the client; must not be null.' })
  clientId?: string | null;

  @Field(() => String, { nullable: true, description: 'Secret of the client; must not be null.' })
  clientSecret?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Base URL of the API with `/.default` appended; must not be null.',
  })
  scope?: string | null;
}

@ObjectType('MirrorSite', { description: 'A document site that the mirror serves.' })
@Directive('@inaccessible')
export class MirrorSite {
  @Field(() => ID, {
    description:
      'Id of the site: hostname and two GUIDs, separated by commas; followed by a comma and the id of the library if it is not the default library.',
  })
  id!: string;

  @Field(() => String, {
    description:
      'Last segment of the path of the site; followed by a colon and the name of the library if it is not the default library.',
  })
  name!: string;

  @Field(() => String, { description: 'Name of the site for display.' })
  displayName!: string;

  @Field(() => String, { description: 'URL of the site for browsers; empty if the site does not report one.' })
  webUrl!: string;

  @Field(() => String, { description: 'Time when the local copy of the site was created, ISO 8601.' })
  createdDateTime!: string;
}

@ObjectType('MirrorDrive', { description: 'The drive of a document site that the mirror serves.' })
@Directive('@inaccessible')
export class MirrorDrive {
  @Field(() => ID, { description: 'Id of the drive: `drive-`, followed by the id of the site.' })
  id!: string;

  @Field(() => String, { description: 'Always `documentLibrary`.' })
  driveType!: string;

  @Field(() => String, {
    description:
      'Last segment of the path of the site; followed by a colon and the name of the library if it is not the default library.',
  })
  name!: string;

  @Field(() => String, { description: 'URL of the site for browsers; empty if the site does not report one.' })
  webUrl!: string;

  @Field(() => String, { description: 'Time when the local copy of the site was created, ISO 8601.' })
  createdDateTime!: string;
}

@InputType('MirrorSubscriptionInput', {
  description: 'A subscription request. Missing and invalid values result in an error.',
})
@Directive('@inaccessible')
export class MirrorSubscriptionInput {
  @Field(() => String, { nullable: true, description: 'Must be `updated`; null is rejected.' })
  changeType?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `HTTPS URL, or HTTP URL on a loopback address, that notifications are sent to; at most ${maxCharacters.callbackUrl} characters; must not be null.`,
  })
  notificationUrl?: string | null;

  @Field(() => String, { nullable: true, description: 'Must be `/sites/{site_id}/drive/root`; null is rejected.' })
  resource?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Expiration time, ISO 8601, at most 42300 minutes ahead; must not be null.',
  })
  expirationDateTime?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Secret that is sent with each notification, at most ${maxCharacters.clientState} characters; null: none.`,
  })
  clientState?: string | null;
}

@ObjectType('MirrorSubscription', { description: 'A subscription of a mirror client.' })
@Directive('@inaccessible')
export class MirrorSubscription {
  @Field(() => ID, { description: 'UUID of the subscription.' })
  id!: string;

  @Field(() => String, { description: 'Subscribed resource, such as `/sites/{site_id}/drive/root`.' })
  resource!: string;

  @Field(() => ID, { description: 'Id of the mirror client that created the subscription.' })
  applicationId!: string;

  @Field(() => String, { description: 'Always `updated`.' })
  changeType!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Secret that is sent with each notification; null if the subscription has none, and in all responses except the one that creates the subscription.',
  })
  clientState!: string | null;

  @Field(() => String, { description: 'URL that notifications are sent to.' })
  notificationUrl!: string;

  @Field(() => String, { description: 'Expiration time, ISO 8601.' })
  expirationDateTime!: string;
}

@ObjectType('DeleteMirrorSubscriptionPayload', { description: 'Result of `deleteMirrorSubscription`.' })
@Directive('@inaccessible')
export class DeleteMirrorSubscriptionPayload {
  @Field(() => ID, { description: 'UUID of the deleted subscription.' })
  id!: string;
}
