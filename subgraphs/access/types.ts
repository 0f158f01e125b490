import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, OperatorRole } from '../../platform/graph/index.js';
import { maxCharacters } from '../../platform/input-limits.js';
import { OperatorTokenStatus } from './vocabulary.js';

enumType(OperatorTokenStatus, {
  name: 'OperatorTokenStatus',
  description: 'Status of an operator token.',
  values: {
    ACTIVE: 'The token is accepted.',
    EXPIRED: 'The expiration time has passed, so the token is rejected.',
    REVOKED: 'The token was revoked, so it is rejected. Takes precedence over EXPIRED.',
  },
});

@ObjectType('OperatorToken', { description: 'An operator token. Its secret is returned only when it is created.' })
export class OperatorToken {
  @Field(() => ID, { description: 'UUID of the token, as in the audit log. It is not a global id.' })
  id!: string;

  @Field(() => String, { description: 'Name of the token; unique among tokens that are not revoked.' })
  name!: string;

  @Field(() => String, { description: 'First characters of the token, for identification.' })
  prefix!: string;

  @Field(() => OperatorRole, { description: 'Role, which determines the permissions of the token.' })
  role!: OperatorRole;

  @Field(() => String, {
    nullable: true,
    description: 'Tenant of the token, or its first tenant if it has several; null: all tenants.',
  })
  tenantId!: string | null;

  @Field(() => [String], { nullable: true, description: 'Tenants whose data the token may access; null: all tenants.' })
  tenants!: readonly string[] | null;

  @Field(() => OperatorTokenStatus, { description: 'Whether the token is active, expired or revoked.' })
  status!: OperatorTokenStatus;

  @Field(() => GraphQLDateTime, { description: 'Time of creation.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Expiration time; null: never.' })
  expiresAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of revocation; null if the token is not revoked.',
  })
  revokedAt!: Date | null;
}

@ObjectType('Session', { description: 'An open browser session.' })
export class Session {
  @Field(() => ID, { description: 'UUID of the session, as in the audit log. It is not a global id.' })
  id!: string;

  @Field(() => String, { description: 'Name of the person or token that signed in.' })
  name!: string;

  @Field(() => OperatorRole, { description: 'Role, which determines the permissions of the session.' })
  role!: OperatorRole;

  @Field(() => [String], {
    nullable: true,
    description: 'Tenants whose data the session may access; null: all tenants.',
  })
  tenants!: readonly string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the configured identity provider; null for a sign-in with a token.',
  })
  provider!: string | null;

  @Field(() => String, {
    description:
      'IP address of the client at sign-in: the peer address of the connection or, behind a trusted proxy, the address that the proxy forwarded.',
  })
  sourceAddress!: string;

  @Field(() => GraphQLDateTime, { description: 'Time of the sign-in.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, {
    description:
      'Time of the last use of the session, with a precision of one minute. Requests with the header `X-Rampart-Background` do not count as use.',
  })
  lastUsedAt!: Date;

  @Field(() => GraphQLDateTime, {
    description:
      'Time when the session expires if it is not used again: `[session] idle_minutes` after its last use, `[session] max_hours` after the sign-in, or the expiration time of the token that signed in, whichever is earliest.',
  })
  expiresAt!: Date;
}

@ObjectType('Person', { description: 'A person who has signed in with an identity provider, as of the last sign-in.' })
export class Person {
  @Field(() => ID, { description: 'UUID of the person. It is not a global id.' })
  id!: string;

  @Field(() => String, {
    description:
      'Display name: the first valid claim of `preferred_username`, `email` (unless it is unverified) and `name`, otherwise `SUBJECT@PROVIDER`.',
  })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Email address; null if the provider sends no address, or marks it as unverified.',
  })
  email!: string | null;

  @Field(() => String, { description: 'Name of the configured identity provider.' })
  provider!: string;

  @Field(() => String, { description: 'Issuer of the ID token (`iss`).' })
  issuer!: string;

  @Field(() => String, { description: 'Subject of the ID token (`sub`), which identifies the person.' })
  subject!: string;

  @Field(() => OperatorRole, {
    description: 'Role according to the rules in `roles` of the section of the provider, `[oidc]` or `[oidc NAME]`.',
  })
  role!: OperatorRole;

  @Field(() => [String], {
    nullable: true,
    description:
      'Tenants according to the rules in `roles` of the section of the provider, `[oidc]` or `[oidc NAME]`; null: all tenants.',
  })
  tenants!: readonly string[] | null;

  @Field(() => GraphQLDateTime, { description: 'Time of the first sign-in.' })
  firstSignInAt!: Date;

  @Field(() => GraphQLDateTime, { description: 'Time of the last sign-in.' })
  lastSignInAt!: Date;

  @Field(() => Int, { description: 'Number of open sessions of the person.' })
  openSessions!: number;
}

export const OperatorTokenConnection = connectionType(OperatorToken, {
  name: 'OperatorToken',
  node: 'operator token',
  nodes: 'tokens',
  description: 'A page of operator tokens, newest first.',
});
export const SessionConnection = connectionType(Session, {
  name: 'Session',
  node: 'session',
  description: 'A page of open sessions, most recently used first.',
});
export const PersonConnection = connectionType(Person, {
  name: 'Person',
  node: 'person',
  nodes: 'people',
  description: 'A page of people, sorted by their last sign-in, newest first.',
});

const searchDescription = (fields: string): string =>
  `Substring of ${fields}, case-insensitive; at most ${maxCharacters.search} characters. Null or empty: no filter.`;
const everyField = 'matches if every field matches. Null and omitted fields do not filter.';

@InputType('OperatorTokenFilter', { description: `Filter for operator tokens. A token ${everyField}` })
export class OperatorTokenFilter {
  @Field(() => String, { nullable: true, description: searchDescription('the name, prefix or tenant') })
  search?: string | null;

  @Field(() => OperatorRole, { nullable: true, description: 'Role of the token. Null: all roles.' })
  role?: OperatorRole | null;

  @Field(() => OperatorTokenStatus, { nullable: true, description: 'Status of the token. Null: all statuses.' })
  status?: OperatorTokenStatus | null;
}

@InputType('SessionFilter', { description: `Filter for sessions. A session ${everyField}` })
export class SessionFilter {
  @Field(() => String, { nullable: true, description: searchDescription('the name, provider or IP address') })
  search?: string | null;

  @Field(() => OperatorRole, { nullable: true, description: 'Role in the session. Null: all roles.' })
  role?: OperatorRole | null;
}

@InputType('PersonFilter', { description: `Filter for people. A person ${everyField}` })
export class PersonFilter {
  @Field(() => String, {
    nullable: true,
    description: searchDescription('the name, email address, subject or provider'),
  })
  search?: string | null;

  @Field(() => OperatorRole, { nullable: true, description: 'Role of the person. Null: all roles.' })
  role?: OperatorRole | null;
}
