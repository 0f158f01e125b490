import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, ObjectType } from 'type-graphql';
import { enumType, OperatorRole } from '../../platform/graph/index.js';
import { ViewerKind } from './vocabulary.js';

enumType(ViewerKind, {
  name: 'ViewerKind',
  description: 'Kind of caller.',
  values: {
    OPERATOR: 'A person or program with an operator token, a session or an access token.',
    ACCOUNT: 'An account of the zone feed, with an API key.',
    MIRROR_CLIENT: 'A program that reads the mirror of the document sites.',
  },
});

@ObjectType('Viewer', { description: 'The caller of a request.' })
@Directive('@key(fields: "id")')
export class Viewer {
  @Field(() => ID, { description: 'Kind and id of the caller, as in the audit log. It is not a global id.' })
  id!: string;

  @Field(() => String, {
    description:
      'Name of the person, token or account; `CLIENT@PROVIDER` for access tokens; the id of a mirror client.',
  })
  name!: string;

  @Field(() => ViewerKind, { description: 'Whether the caller is an operator, an account or a mirror client.' })
  kind!: ViewerKind;

  @Field(() => [OperatorRole], { description: 'Roles of an operator; empty for other callers.' })
  roles!: OperatorRole[];

  @Field(() => [String], {
    nullable: true,
    description: 'Tenants whose data the caller may read or change; null: all. Empty for callers without roles.',
  })
  tenants!: string[] | null;

  @Field(() => [String], {
    description: 'Permissions of the caller, such as `alerts.read`, in the order of `rampart config --permissions`.',
  })
  permissions!: string[];

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Expiration time of the credentials; null if they do not expire. Always null for API keys; see `account { keys { expiresAt } }`.',
  })
  expiresAt!: Date | null;
}
