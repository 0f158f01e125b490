import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { OperatorRole } from '../../platform/graph/index.js';
import { maxCharacters } from '../../platform/input-limits.js';
import { OperatorToken, Session } from './types.js';

@InputType('CreateOperatorTokenInput', { description: 'Input of `createOperatorToken`.' })
export class CreateOperatorTokenInput {
  @Field(() => String, {
    description: `Name of the token, 1–${maxCharacters.name} printable characters; unique among tokens that are not revoked; not a UUID, and not a reserved name such as \`admin\`.`,
  })
  name!: string;

  @Field(() => OperatorRole, { description: 'Role, which determines the permissions of the token.' })
  role!: OperatorRole;

  @Field(() => String, {
    nullable: true,
    description:
      'Tenant of an analyst, viewer or ingest token. Mutually exclusive with `tenants`. Default: all tenants. Not permitted for the role `admin`.',
  })
  tenantId?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'Tenants of an analyst, viewer or ingest token, 1–100. Mutually exclusive with `tenantId`. Default: all tenants. Not permitted for the role `admin`.',
  })
  tenants?: string[] | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Expiration time, in the future. Mutually exclusive with `neverExpires`. Default: 90 days from now.',
  })
  expiresAt?: Date | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the token never expires. Default: false.' })
  neverExpires?: boolean | null;
}

@ObjectType('CreateOperatorTokenPayload', { description: 'Result of `createOperatorToken`.' })
export class CreateOperatorTokenPayload {
  @Field(() => OperatorToken, { description: 'The created token.' })
  token!: OperatorToken;

  @Field(() => String, { description: 'Secret of the token; returned only in this response.' })
  secret!: string;
}

@InputType('SetOperatorTokenExpirationInput', { description: 'Input of `setOperatorTokenExpiration`.' })
export class SetOperatorTokenExpirationInput {
  @Field(() => ID, { description: 'UUID of a token that is not revoked.' })
  id!: string;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Expiration time; required unless `neverExpires` is true, and not permitted if it is. The token expires immediately if the time is in the past.',
  })
  expiresAt?: Date | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the token never expires. Default: false.' })
  neverExpires?: boolean | null;
}

@InputType('RevokeOperatorTokenInput', { description: 'Input of `revokeOperatorToken`.' })
export class RevokeOperatorTokenInput {
  @Field(() => ID, { description: 'UUID of the token.' })
  id!: string;
}

@ObjectType('OperatorTokenPayload', {
  description: 'Result of `setOperatorTokenExpiration` and `revokeOperatorToken`.',
})
export class OperatorTokenPayload {
  @Field(() => OperatorToken, { description: 'The updated token.' })
  token!: OperatorToken;
}

@InputType('RevokeSessionInput', { description: 'Input of `revokeSession`.' })
export class RevokeSessionInput {
  @Field(() => ID, { description: 'UUID of the session.' })
  id!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to end all sessions of the same person or token. Default: false.',
  })
  ofCaller?: boolean | null;
}

@InputType('RevokeSessionsOfPersonInput', { description: 'Input of `revokeSessionsOfPerson`.' })
export class RevokeSessionsOfPersonInput {
  @Field(() => ID, { description: 'UUID of the person.' })
  id!: string;
}

@ObjectType('RevokedSessionsPayload', { description: 'Result of `revokeSession` and `revokeSessionsOfPerson`.' })
export class RevokedSessionsPayload {
  @Field(() => [Session], { description: 'The ended sessions.' })
  sessions!: Session[];
}
