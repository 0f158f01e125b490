import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType } from '../../../platform/graph/index.js';
import { BulkLookupState, RdapResultStatus } from './vocabulary.js';

enumType(BulkLookupState, {
  name: 'BulkRdapLookupState',
  description: 'State of a bulk lookup.',
  values: {
    RUNNING:
      'In progress, or waiting for a registry or for the lookup quota to reset; continues after restarts of the server.',
    DONE: 'Complete: no name is waiting.',
    CANCELLED:
      'Cancelled before all names were looked up: by a caller, or by Rampart because the caller in `createdBy` lost access to RDAP lookups. In the second case, `error` contains the reason.',
  },
});

enumType(RdapResultStatus, {
  name: 'BulkRdapResultStatus',
  description: 'Status of a name in a bulk lookup.',
  values: {
    WAITING:
      'Not looked up yet or waiting for a retry. Names that are waiting when the lookup is cancelled keep this status.',
    FOUND: 'The registry has a record of the domain.',
    NOT_FOUND: 'The registry has no record of the domain.',
    FAILED:
      'Three lookups failed while the server of the registry was not paused, or the top-level domain no longer has a known RDAP server; see `reason`.',
  },
});

@ObjectType('BulkRdapFailures', {
  description: 'Number of failed names of a bulk lookup that have the same reason.',
})
class BulkRdapFailures {
  @Field(() => String, {
    description: 'Reason code of the last failure of each name, such as `rdap_upstream_error` or `unsupported_tld`.',
  })
  reason!: string;

  @Field(() => Int, { description: 'Number of names with the status `FAILED` and this reason.' })
  count!: number;
}

@ObjectType('BulkRdapWait', {
  description:
    'A paused registry: it receives no queries before `until`, because its server failed repeatedly or requested a pause.',
})
class BulkRdapWait {
  @Field(() => String, { description: "Base URL of the registry's server." })
  server!: string;

  @Field(() => GraphQLDateTime, { description: 'Time when the registry is queried again.' })
  until!: Date;

  @Field(() => String, { description: 'Error message of the last failure of the server.' })
  message!: string;

  @Field(() => Int, { description: 'Number of names of the bulk lookup that are waiting for the registry.' })
  count!: number;
}

@ObjectType('BulkRdapProgress', {
  description:
    'Progress of a bulk lookup. `foundCount`, `notFoundCount`, `failedCount` and `waitingCount` add up to the number of names.',
})
export class BulkRdapProgress {
  @Field(() => Int, { description: 'Number of names that are registered, according to the registry.' })
  foundCount!: number;

  @Field(() => Int, { description: 'Number of names that are not registered, according to the registry.' })
  notFoundCount!: number;

  @Field(() => Int, { description: 'Number of names with the status `FAILED`.' })
  failedCount!: number;

  @Field(() => Int, { description: 'Number of names that are waiting or were waiting when the lookup was cancelled.' })
  waitingCount!: number;

  @Field(() => [BulkRdapFailures], {
    description: 'Numbers of names with the status `FAILED`, by reason; empty if there are none.',
  })
  failures!: readonly BulkRdapFailures[];

  @Field(() => [BulkRdapWait], {
    description:
      'Paused registries that names are waiting for, sorted by `server`; empty if there are none, or if the bulk lookup has ended.',
  })
  waits!: readonly BulkRdapWait[];

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when lookups resume after the caller in `createdBy` has used up the lookup quota; null if the bulk lookup is not waiting for the quota to reset.',
  })
  resumesAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Estimated end time, based on the speed so far and the lookup quota; null unless the bulk lookup is running.',
  })
  estimatedEndAt!: Date | null;
}

@ObjectType('BulkRdapResult', { description: 'Result of a bulk lookup for one domain name.' })
export class BulkRdapResult {
  @Field(() => Int, { description: 'Position among the distinct valid names of the list, starting at 1.' })
  position!: number;

  @Field(() => String, { description: 'Domain name in lower case and Punycode.' })
  domain!: string;

  @Field(() => RdapResultStatus, { description: 'Whether the name is waiting, was found, was not found, or failed.' })
  status!: RdapResultStatus;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason code of the last failure, such as `rdap_upstream_timeout`; null unless the last lookup of the name failed.',
  })
  reason!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Error message of the last failure; null unless the last lookup of the name failed.',
  })
  message!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the RDAP response; null unless `status` is `FOUND` or `NOT_FOUND`.',
  })
  fetchedAt!: number | null;
}

export const BulkRdapResultConnection = connectionType(BulkRdapResult, {
  name: 'BulkRdapResult',
  node: 'result',
  description: 'A page of the results of a bulk lookup, in the order of the list. For the total, see `progress`.',
});

@ObjectType('BulkRdapLookup', { description: 'A background RDAP lookup of a list of domain names.' })
export class BulkRdapLookup {
  @Field(() => ID, { description: 'UUID of the bulk lookup.' })
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Tenant that the bulk lookup belongs to; null if it belongs to an account or to no tenant.',
  })
  tenantId!: string | null;

  @Field(() => BulkLookupState, { description: 'Whether the bulk lookup is running, done or cancelled.' })
  state!: BulkLookupState;

  @Field(() => Int, { description: 'Number of distinct valid names in the list.' })
  count!: number;

  @Field(() => String, {
    description:
      'Name of the caller who started the bulk lookup. Lookups of names whose responses are not cached count toward the lookup quota of this caller.',
  })
  createdBy!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason the bulk lookup is waiting until `progress.resumesAt`, or the reason Rampart cancelled it; otherwise null.',
  })
  error!: string | null;

  @Field(() => GraphQLDateTime, { description: 'Time when the bulk lookup started.' })
  createdAt!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time when the bulk lookup ended; null while it is running.',
  })
  finishedAt!: number | null;
}

@ObjectType('InvalidRdapName', { description: 'A list entry that cannot be looked up.' })
class InvalidRdapName {
  @Field(() => Int, { description: 'Position of the entry in the list, starting at 1.' })
  line!: number;

  @Field(() => String, { description: 'The entry, truncated to 254 characters.' })
  name!: string;

  @Field(() => String, { description: 'Reason code: `invalid_domain` or `unsupported_tld`.' })
  reason!: string;

  @Field(() => String, { description: 'Human-readable explanation of `reason`, in English.' })
  message!: string;
}

@InputType('StartBulkRdapLookupInput', { description: 'Input of `startBulkRdapLookup`.' })
export class StartBulkRdapLookupInput {
  @Field(() => [String], {
    description:
      'Domain names, `label.tld` in Punycode or Unicode; at most `[zones] rdap_bulk_names` (default: 10000).',
  })
  domains!: string[];

  @Field(() => ID, {
    nullable: true,
    description:
      'Tenant that the lookup belongs to. Null or omitted: your only tenant, or no tenant if you have access to all tenants. Required if you have access to several tenants, but not to all. Must be omitted by accounts.',
  })
  tenantId?: string | null;
}

@InputType('CancelBulkRdapLookupInput', { description: 'Input of `cancelBulkRdapLookup`.' })
export class CancelBulkRdapLookupInput {
  @Field(() => ID, { description: 'UUID of the bulk lookup.' })
  id!: string;
}

@ObjectType('StartBulkRdapLookupPayload', { description: 'Result of `startBulkRdapLookup`.' })
export class StartBulkRdapLookupPayload {
  @Field(() => BulkRdapLookup, { nullable: true, description: 'The bulk lookup; null if no name is valid.' })
  lookup!: BulkRdapLookup | null;

  @Field(() => [InvalidRdapName], { description: 'Entries that cannot be looked up, in the order of the list.' })
  invalid!: readonly InvalidRdapName[];

  @Field(() => Int, { description: 'Number of valid entries that repeat an earlier one; they are ignored.' })
  duplicateCount!: number;
}

@ObjectType('CancelBulkRdapLookupPayload', { description: 'Result of `cancelBulkRdapLookup`.' })
export class CancelBulkRdapLookupPayload {
  @Field(() => BulkRdapLookup, { description: 'Bulk lookup after the mutation.' })
  lookup!: BulkRdapLookup;
}
