import { GraphQLDateTime, GraphQLJSON, GraphQLJSONObject } from 'graphql-scalars';
import { Directive, Field, InputType, Int, ObjectType } from 'type-graphql';
import { enumType } from '../../../platform/graph/index.js';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { Controller } from '../registry/types.js';
import { LicenseEndpoint, RejectionCause } from '../vocabulary.js';

enumType(RejectionCause, {
  name: 'RejectionCause',
  description: 'Cause of the rejection of a request, in the order of the checks.',
  values: {
    RATE_LIMITED: 'The source exceeded the rate limit.',
    INVALID_JSON: 'The body was not a JSON object.',
    MISSING_FIELD: 'A required field was missing, null or empty.',
    INVALID_FIELD: 'A field had a wrong type, was too long, or contained a NUL character or an unpaired surrogate.',
    INVALID_GUID: 'The GUID was not a UUID version 4.',
    INVALID_LICENSE: 'There was no license whose state was `VALID` or `GRACE`.',
    BLACKLISTED: 'The blacklist matched the GUID or the source address.',
    NO_SEAT: 'Other controllers occupied all seats of the license.',
  },
});

enumType(LicenseEndpoint, {
  name: 'LicenseEndpoint',
  description: 'A documented endpoint of the license service.',
  values: {
    CHECK_LICENSE: '`POST /api/check-license/`',
    GET_LICENSES: '`GET /api/get-licenses/`',
  },
});

/**
 * Specification, section 2. The fields accept any JSON, because the domain determines which invalid field is reported
 * first.
 */
@InputType('ControllerReport', {
  description: `Report of a controller, not validated by the schema. Every field is required; the first missing or invalid one, in this order, is reported. Strings have at most ${maxCharacters.controllerText} characters.`,
})
@Directive('@inaccessible')
export class ControllerReport {
  @Field(() => GraphQLJSON, { nullable: true, description: 'String: UUID version 4 with hyphens, case-insensitive.' })
  guid?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'String: hostname of the controller.' })
  hostname?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'String: version of the controller.' })
  version?: unknown;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: `List of at most ${maxItems.controllerAddresses} strings: addresses of the controller, which select its department.`,
  })
  ipAddresses?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'String: MAC address.' })
  macAddress?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'String: operating system.' })
  os?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'String: grouping label; may be empty.' })
  label?: unknown;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: `String of at most ${maxCharacters.controllerPath} characters: log directory; may be empty, and is not stored.`,
  })
  logdir?: unknown;
}

/** Result of the REST endpoint "POST /api/check-license/" (specification, section 4). */
@ObjectType('LicenseCheck', { description: 'Result of `checkLicense`.' })
@Directive('@inaccessible')
export class LicenseCheck {
  @Field(() => String, { description: 'Always `Valid License`; rejections are errors.' })
  message!: string;

  @Field(() => GraphQLJSONObject, {
    description:
      'Configuration of the department, empty if none matches; with the key `entitlements` if the controller requested them.',
  })
  configuration!: Readonly<Record<string, unknown>>;

  @Field(() => String, { nullable: true, description: 'Name of the department; null if none matches.' })
  department!: string | null;

  @Field(() => Boolean, { description: 'Whether this check-in registered the controller.' })
  isNew!: boolean;

  @Field(() => Controller, { description: 'Registered controller that checked in.' })
  controller!: Controller;
}

@ObjectType('RejectionCount', { description: 'Number of rejected requests of one hour, endpoint and cause.' })
export class RejectionCount {
  @Field(() => GraphQLDateTime, { description: 'Start of the hour in UTC.' })
  hour!: Date;

  @Field(() => LicenseEndpoint, { description: 'Documented endpoint that received the requests.' })
  endpoint!: LicenseEndpoint;

  @Field(() => RejectionCause, { description: 'First check that the requests failed.' })
  cause!: RejectionCause;

  @Field(() => Int, { description: 'Number of rejected requests.' })
  count!: number;
}

@ObjectType('SourceRate', { description: 'Number of requests from one source to one endpoint in the current window.' })
export class SourceRate {
  @Field(() => LicenseEndpoint, { description: 'Documented endpoint that received the requests.' })
  endpoint!: LicenseEndpoint;

  @Field(() => String, { description: 'Source of the requests: an IPv4 address or a /64 network of IPv6 addresses.' })
  source!: string;

  @Field(() => Int, { description: 'Number of requests in the window, including rejected ones.' })
  count!: number;

  @Field(() => Boolean, { description: 'Whether `count` exceeds the rate limit.' })
  isOver!: boolean;

  @Field(() => GraphQLDateTime, { description: 'End of the window.' })
  resetsAt!: Date;
}

@ObjectType('RequestRate', {
  description: 'Rate limit per source and documented endpoint, and the sources with the most requests.',
})
export class RequestRate {
  @Field(() => Int, { description: 'Maximum number of requests from one source to one endpoint in a window.' })
  limit!: number;

  @Field(() => Int, { description: 'Length of a window in seconds.' })
  windowSeconds!: number;

  @Field(() => Boolean, {
    description: 'True: requests above the rate limit are rejected. False: they are only counted.',
  })
  isEnforced!: boolean;
}
