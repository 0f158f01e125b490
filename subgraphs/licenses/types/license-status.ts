import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { LicenseEndpoint, LicenseState, RefusalCause } from '../vocabulary.js';
import './enums.js';

@ObjectType('LicenseStatus', { simpleResolvers: true, description: 'The license in force and what is left of it.' })
export class LicenseStatus {
  @Field(() => LicenseState, { description: 'What stands with it. Controllers are served only while it is VALID.' })
  state!: LicenseState;

  @Field(() => String, { nullable: true, description: 'Why it is not valid, for people; null when it is.' })
  problem!: string | null;

  @Field(() => ID, { nullable: true, description: 'Its id; null when no license can be read.' })
  id!: string | null;

  @Field(() => String, { nullable: true, description: 'Whom it was issued to; null when no license can be read.' })
  customer!: string | null;

  @Field(() => Int, { nullable: true, description: 'Seats in all; null when no license can be read.' })
  cap!: number | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'When it was issued; null when none can be read.' })
  issuedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Valid from then on; null when none can be read.' })
  notBefore!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Valid until then; null when none can be read.' })
  expiresAt!: Date | null;

  @Field(() => Int, { description: 'Seats that are taken: registered controllers.' })
  seatsUsed!: number;

  @Field(() => Int, { nullable: true, description: 'Seats left, never below 0; null when no license can be read.' })
  seatsLeft!: number | null;
}

@ObjectType('RefusalCount', { simpleResolvers: true, description: 'Refused requests of one hour, endpoint and cause.' })
export class RefusalCount {
  @Field(() => GraphQLDateTime, { description: 'Start of the hour (UTC).' })
  hour!: Date;

  @Field(() => LicenseEndpoint, { description: 'The endpoint.' })
  endpoint!: LicenseEndpoint;

  @Field(() => RefusalCause, { description: 'Why they were refused.' })
  cause!: RefusalCause;

  @Field(() => Int, { description: 'How many.' })
  count!: number;
}

@ObjectType('SourceRate', { simpleResolvers: true, description: 'Requests of one source in the window under way.' })
export class SourceRate {
  @Field(() => LicenseEndpoint, { description: 'The endpoint.' })
  endpoint!: LicenseEndpoint;

  @Field(() => String, { description: 'An IPv4 address, or the /64 of IPv6 addresses.' })
  source!: string;

  @Field(() => Int, { description: 'Its requests in this window, refused ones too.' })
  count!: number;

  @Field(() => Boolean, { description: 'These are more than the rate allows.' })
  isOver!: boolean;

  @Field(() => GraphQLDateTime, { description: 'When the window ends.' })
  resetsAt!: Date;
}

@ObjectType('RequestRate', {
  simpleResolvers: true,
  description: 'How many requests a source may send to an endpoint.',
})
export class RequestRate {
  @Field(() => Int, { description: 'Requests in one window.' })
  count!: number;

  @Field(() => Int, { description: 'Length of a window in seconds.' })
  windowSeconds!: number;

  @Field(() => Boolean, { description: 'True: more are refused. False: they are only counted.' })
  isEnforced!: boolean;
}
