import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { OperatorRole, ViewerKind } from './vocabulary.js';

registerEnumType(ViewerKind, {
  name: 'ViewerKind',
  description: 'Kind of a caller.',
  valuesConfig: {
    OPERATOR: { description: 'A person or program with an operator token, a session or an access token.' },
    ACCOUNT: { description: 'An account of the zone feed, with an API key.' },
    MIRROR_CLIENT: { description: 'A client of the mirrored document site.' },
  },
});

registerEnumType(OperatorRole, {
  name: 'OperatorRole',
  description: 'Role of an operator.',
  valuesConfig: {
    ADMIN: { description: 'All permissions of operators.' },
    ANALYST: {
      description:
        'Read, import inferences, and work on alerts, incidents, brands and watched domains; without a restriction to tenants, also register check-ins, link evidence, and restore and synchronize the document site.',
    },
    VIEWER: { description: 'Read, and save own views of alerts.' },
    INGEST: { description: 'Import inferences only.' },
  },
});

@ObjectType('Viewer', { simpleResolvers: true, description: 'The caller of a request.' })
@Directive('@key(fields: "id")')
export class Viewer {
  @Field(() => ID, { description: 'Kind and id of the caller, as in the audit log. It is not a global id.' })
  id!: string;

  @Field(() => String, {
    description:
      'Name of the person, token or account; `CLIENT@PROVIDER` for access tokens; the id of a client of the mirror.',
  })
  name!: string;

  @Field(() => ViewerKind, { description: 'Kind of the caller.' })
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
      'Expiration time of the credentials; null if they do not expire. Always null for API keys: `account { keys }` returns when they expire.',
  })
  expiresAt!: Date | null;
}
