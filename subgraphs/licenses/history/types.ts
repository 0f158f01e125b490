import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Int, ObjectType } from 'type-graphql';
import { RejectionCause } from '../vocabulary.js';

@ObjectType('DepartmentSeats', { description: 'Number of occupied seats of a department.' })
export class DepartmentSeats {
  @Field(() => String, {
    nullable: true,
    description: 'Name of the department; null for controllers without a department.',
  })
  department!: string | null;

  @Field(() => Int, { description: 'Number of occupied seats at the last count of the interval.' })
  seatsUsed!: number;
}

@ObjectType('VersionSeats', { description: 'Occupied seats of controllers with one version.' })
export class VersionSeats {
  @Field(() => String, { description: 'Version that the controllers reported at their last check-in.' })
  version!: string;

  @Field(() => Int, { description: 'Number of occupied seats at the last count of the interval.' })
  seatsUsed!: number;
}

@ObjectType('RejectionsByCause', { description: 'Number of rejected requests of one cause.' })
export class RejectionsByCause {
  @Field(() => RejectionCause, { description: 'First check that the requests failed.' })
  cause!: RejectionCause;

  @Field(() => Int, { description: 'Number of rejected requests.' })
  count!: number;
}

@ObjectType('LicenseHistoryBucket', { description: 'Seats and rejected requests of one interval.' })
export class LicenseHistoryBucket {
  @Field(() => GraphQLDateTime, {
    description: 'Start of the interval: a multiple of the interval length since the Unix epoch.',
  })
  start!: Date;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of occupied seats at the last count of the interval; null if the interval contains no count.',
  })
  seatsUsed!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Maximum number of occupied seats in the interval, counted every five minutes; null if the interval contains no count.',
  })
  seatsPeak!: number | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of seats of the license at the last count of the interval; null if the interval contains no count, or if no license could be read.',
  })
  cap!: number | null;

  @Field(() => [DepartmentSeats], {
    description:
      'The departments with the most seats in the period, at most as many as the argument `top` of `licenseHistory`, in the same order in all intervals; the remaining seats of `seatsUsed` belong to other departments.',
  })
  @Directive('@listSize(assumedSize: 8)')
  departments!: readonly DepartmentSeats[];

  @Field(() => [VersionSeats], {
    description:
      'The versions with the most seats in the period, at most as many as the argument `top` of `licenseHistory`, in the same order in all intervals; the remaining seats of `seatsUsed` belong to other versions.',
  })
  @Directive('@listSize(assumedSize: 8)')
  versions!: readonly VersionSeats[];

  @Field(() => [RejectionsByCause], {
    description:
      'Rejected requests by cause, in the order of the values of `RejectionCause`; causes without requests are omitted.',
  })
  @Directive('@listSize(assumedSize: 4)')
  rejections!: readonly RejectionsByCause[];
}

@ObjectType('LicenseHistory', { description: 'Seats and rejected requests over time.' })
export class LicenseHistory {
  @Field(() => GraphQLDateTime, {
    description: 'Start of the period: the requested time, rounded down to a multiple of the interval length.',
  })
  since!: Date;

  @Field(() => GraphQLDateTime, { description: 'End of the period, exclusive.' })
  until!: Date;

  @Field(() => Int, { description: 'Length of an interval in seconds.' })
  intervalSeconds!: number;

  @Field(() => [LicenseHistoryBucket], {
    description:
      'At most 1000 intervals, oldest first. Intervals that have neither a count nor a rejected request are omitted.',
  })
  @Directive('@listSize(assumedSize: 100)')
  buckets!: readonly LicenseHistoryBucket[];
}
