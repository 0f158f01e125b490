import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, Node } from '../../../platform/graph/index.js';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { DocumentSource, LicenseState } from '../vocabulary.js';

@ObjectType('Controller', {
  implements: Node,
  description: 'A registered controller. It occupies a seat of the license.',
})
@Directive('@key(fields: "guid")')
@Directive('@key(fields: "id")')
export class Controller extends Node {
  @Field(() => ID, { description: 'UUID version 4 in lower case.' })
  guid!: string;

  @Field(() => GraphQLDateTime, { description: 'Time of the current registration, with a precision of one second.' })
  registeredAt!: Date;

  @Field(() => String, {
    description:
      '`registeredAt` in the time zone `[licenses] time_zone`, by default that of the server, as `YYYY-MM-DD HH:MM:SS`.',
  })
  @Directive('@inaccessible')
  timestamp!: string;

  @Field(() => String, { description: 'Source address at the current registration; empty if unknown.' })
  ipAddr!: string;

  @Field(() => String, { description: 'Hostname at the current registration.' })
  hostname!: string;

  @Field(() => GraphQLDateTime, { description: 'Time of the last check-in.' })
  lastContact!: Date;

  @Field(() => String, { nullable: true, description: 'Source address of the last check-in; null if unknown.' })
  lastIpAddr!: string | null;

  @Field(() => String, { description: 'Hostname at the last check-in.' })
  lastHostname!: string;

  @Field(() => String, { description: 'Version of the controller at the last check-in.' })
  version!: string;

  @Field(() => [String], { description: 'Addresses that the controller reported at the last check-in.' })
  ipAddresses!: string[];

  @Field(() => String, { description: 'MAC address at the last check-in.' })
  macAddress!: string;

  @Field(() => String, { description: 'Operating system at the last check-in.' })
  os!: string;

  @Field(() => String, { description: 'Grouping label at the last check-in; may be empty.' })
  label!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Department that `ipAddresses` matched at the last check-in; null if none matched.',
  })
  department!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the blacklist matches the GUID or `lastIpAddr`. If true, check-ins of the controller are rejected, but it still occupies its seat.',
  })
  isBlacklisted!: boolean;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the controller loses its seat unless it checks in again; the controller is deregistered within a minute after this time. Null if controllers never lose their seats (`[licenses] lease_days` is 0).',
  })
  leaseExpiresAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Latest expiration time of the issued machine files, possibly in the past. Until then, the controller can run without a seat, even after it is released. Null if no machine file was issued.',
  })
  machineFileExpiresAt!: Date | null;
}

@InputType('ControllerFilter', {
  description: `Filter for controllers. A controller matches if it matches every field, and any value of each list. A list has at most ${maxItems.filterValues} values; an empty list matches nothing. Null and omitted fields do not filter.`,
})
export class ControllerFilter {
  @Field(() => String, {
    nullable: true,
    description: `Substring of \`hostname\` or \`lastHostname\`, case-insensitive; at most ${maxCharacters.search} characters. Null: all hostnames.`,
  })
  hostname?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Controllers with any of these versions at the last check-in. Null: all versions.',
  })
  version?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Controllers with any of these labels at the last check-in. Null: all labels.',
  })
  label?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Controllers in any of these departments at the last check-in, by name. Null: all departments.',
  })
  department?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only controllers with a department. False: only controllers without a department. Null: both.',
  })
  hasDepartment?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'Address or CIDR range that contains `lastIpAddr`. Null: all addresses.',
  })
  source?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: only controllers on the blacklist. False: only controllers not on the blacklist. Null: both.',
  })
  isBlacklisted?: boolean | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Controllers that have not checked in since this time. Null: all controllers.',
  })
  silentSince?: Date | null;
}

export const ControllerConnection = connectionType(Controller, {
  name: 'Controller',
  node: 'controller',
  description: 'A page of registered controllers, sorted by time of registration, oldest first.',
  totalCount: { description: 'Exact number of controllers that match the filter, on all pages.', cost: 5 },
});

@ObjectType('ReleaseControllerPayload', { description: 'Result of `releaseController`.' })
export class ReleaseControllerPayload {
  @Field(() => Controller, {
    description:
      'The controller before its removal. If `machineFileExpiresAt` is in the future, it can run without a seat until then.',
  })
  controller!: Controller;
}

enumType(LicenseState, {
  name: 'LicenseState',
  description: 'Validity of the license.',
  values: {
    VALID: 'The signature is valid, and the current time is within the validity period.',
    GRACE: 'The validity period has ended, but not the grace period: controllers are still served.',
    MISSING: 'No license is stored, and the license file is not configured or does not exist.',
    INVALID:
      'The license or the public key cannot be read, or the signature of the license does not match the key in `[licenses] public_key_file`.',
    EXPIRED: 'The validity period and the grace period, if there is one, have ended.',
    NOT_YET_VALID: 'The validity period has not started.',
  },
});

@ObjectType('LicenseStatus', { description: 'The active license and the use of its seats.' })
export class LicenseStatus {
  @Field(() => LicenseState, {
    description: 'Validity of the license. Controllers are served only while it is `VALID` or `GRACE`.',
  })
  state!: LicenseState;

  @Field(() => String, {
    nullable: true,
    description: 'Reason why `state` is not `VALID`; null if `state` is `VALID`.',
  })
  problem!: string | null;

  @Field(() => DocumentSource, { description: 'Source of the active license; `FILE` if `state` is `MISSING`.' })
  source!: DocumentSource;

  @Field(() => String, {
    nullable: true,
    description: 'Path of the license file, whether or not it is active; null if none is configured.',
  })
  path!: string | null;

  @Field(() => ID, { nullable: true, description: 'Id of the license; null if `state` is `MISSING` or `INVALID`.' })
  id!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the customer that the license was issued to; null if `state` is `MISSING` or `INVALID`.',
  })
  customer!: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of seats; null if `state` is `MISSING` or `INVALID`.' })
  cap!: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of issue; null if `state` is `MISSING` or `INVALID`.',
  })
  issuedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Start of the validity period; null if `state` is `MISSING` or `INVALID`.',
  })
  notBefore!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'End of the validity period; null if `state` is `MISSING` or `INVALID`.',
  })
  expiresAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'End of the grace period, until which controllers are served; equal to `expiresAt` if there is no grace period. Null if `state` is `MISSING` or `INVALID`.',
  })
  graceEndsAt!: Date | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'Number of days without a check-in, not counting outages of the service, after which a controller loses its seat; null if controllers never lose their seats.',
  })
  leaseDays!: number | null;

  @Field(() => Int, {
    description:
      'Number of occupied seats: one for each registered controller that has not lost its seat; see `leaseDays`.',
  })
  seatsUsed!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of free seats, 0 or more; null if `state` is `MISSING` or `INVALID`.',
  })
  seatsLeft!: number | null;
}

@ObjectType('Endpoint')
@Directive('@key(fields: "tenantId hostname")')
export class Endpoint {
  @Field(() => ID)
  tenantId!: string;

  @Field(() => String)
  hostname!: string;
}

@ObjectType('Domain')
@Directive('@key(fields: "name")')
export class Domain {
  @Field(() => String)
  name!: string;
}
