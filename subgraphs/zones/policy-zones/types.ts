import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, GraphQLBigInt } from '../../../platform/graph/index.js';
import { PolicyZoneClientState, PolicyZoneSecondaryState } from './vocabulary.js';

enumType(PolicyZoneClientState, {
  name: 'PolicyZoneClientState',
  description: 'State of the copy of a response policy zone at a client.',
  values: {
    CURRENT: 'The client has sent a request in the last 15 minutes, and lacks no change that is older than 10 minutes.',
    OUTDATED: 'The client has sent a request in the last 15 minutes, but lacks a change that is older than 10 minutes.',
    SILENT: 'The client has requested nothing for 15 minutes, so its copy may be outdated.',
  },
});

enumType(PolicyZoneSecondaryState, {
  name: 'PolicyZoneSecondaryState',
  description: 'State of the notification of a secondary server about changes to a response policy zone.',
  values: {
    PENDING: 'The server has not been notified of the current serial yet or has not responded yet.',
    CONFIRMED: 'The server has confirmed the current serial.',
    FAILED: 'The server did not confirm the last NOTIFY messages; `error` contains the cause.',
  },
});

@ObjectType('PolicyZoneClient', {
  description: 'A resolver or secondary server that has transferred a response policy zone.',
})
export class PolicyZoneClient {
  @Field(() => String, { description: 'IP address of the client.' })
  address!: string;

  @Field(() => PolicyZoneClientState, {
    description:
      "Whether the client's copy of the zone is current or outdated, or the client sends no requests any more.",
  })
  state!: PolicyZoneClientState;

  @Field(() => GraphQLBigInt, { description: 'Serial number of the zone at the last transfer.' })
  serial!: number;

  @Field(() => GraphQLDateTime, { description: 'Time of the last transfer.' })
  transferredAt!: Date;

  @Field(() => GraphQLDateTime, {
    description: 'Time of the last request, including requests for the serial number only.',
  })
  requestedAt!: Date;

  @Field(() => GraphQLBigInt, {
    description: 'Number of full zone transfers, by AXFR or in response to IXFR.',
  })
  fullTransfers!: number;

  @Field(() => GraphQLBigInt, { description: 'Number of incremental zone transfers (IXFR).' })
  incrementalTransfers!: number;
}

@ObjectType('PolicyZoneSecondary', {
  description: 'A configured server that is notified of changes to a response policy zone (NOTIFY).',
})
export class PolicyZoneSecondary {
  @Field(() => String, { description: 'IP address of the server.' })
  address!: string;

  @Field(() => Int, { description: 'UDP port of the server.' })
  port!: number;

  @Field(() => PolicyZoneSecondaryState, { description: 'Whether the server has confirmed the current serial number.' })
  state!: PolicyZoneSecondaryState;

  @Field(() => Boolean, { description: 'Whether a client with the address of the server has transferred the zone.' })
  hasTransferred!: boolean;

  @Field(() => GraphQLBigInt, {
    nullable: true,
    description: 'Last serial number that the server confirmed; null if it has confirmed none.',
  })
  confirmedSerial!: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason the server did not confirm the last NOTIFY messages; null if it confirmed them, or if none have been sent yet.',
  })
  error!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when the server confirmed the last messages, or the last attempt failed; null if none have been sent yet.',
  })
  notifiedAt!: Date | null;

  @Field(() => GraphQLBigInt, { description: 'Number of NOTIFY messages sent to the server, including repeated ones.' })
  messageCount!: number;
}

@ObjectType('PolicyZone', {
  description:
    'A configured response policy zone (RPZ). It contains the names of confirmed and automatically blocked hits, which resolvers block.',
})
export class PolicyZoneType {
  @Field(() => String, { description: 'Name of the policy zone, without a trailing dot.' })
  name!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Tenant whose hits the zone contains; null if it contains the hits of all brands.',
  })
  tenantId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Name of the TSIG key that clients must sign their queries with; null if only clients on the same machine are served.',
  })
  key!: string | null;

  @Field(() => String, { description: 'IP address or hostname of the DNS server (`[dns] host`).' })
  host!: string;

  @Field(() => Int, { description: 'UDP and TCP port of the DNS server (`[dns] port`).' })
  port!: number;

  @Field(() => GraphQLBigInt, {
    nullable: true,
    description:
      'Current serial number; 1 before the first change. Null while another process serves the zone for another tenant.',
  })
  serial!: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time of the newest change, accurate to about a second; null if there was none, or if `serial` is null.',
  })
  changedAt!: Date | null;

  @Field(() => [PolicyZoneClient], {
    description:
      'Clients that have transferred the zone, sorted by address; at most 100. Clients without a request for `[dns] change_days` days are removed.',
  })
  clients!: PolicyZoneClient[];

  @Field(() => [PolicyZoneSecondary], { description: 'Configured servers that are notified of changes to the zone.' })
  secondaries!: PolicyZoneSecondary[];

  @Field(() => GraphQLBigInt, {
    description:
      'Number of rejected queries for the zone, such as those with a wrong key; reset after `[dns] change_days` days without one.',
  })
  rejectedQueries!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Reason for the last rejection of a query, with the address of the client; null if `rejectedQueries` is 0.',
  })
  lastRejection!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last rejected query; null if `rejectedQueries` is 0.',
  })
  rejectedAt!: Date | null;
}

@ObjectType('PolicyZoneName', { description: 'A name that a response policy zone blocks.' })
export class PolicyZoneName {
  @Field(() => String, { description: 'Domain name in lower case and Punycode; its subdomains are also blocked.' })
  name!: string;

  @Field(() => String, { description: 'Name of the zone that contains the domain, such as `com`.' })
  zone!: string;
}

export const PolicyZoneNameConnection = connectionType(PolicyZoneName, {
  name: 'PolicyZoneName',
  node: 'name',
  description:
    'A page of blocked names. It can contain fewer names than requested even if `hasNextPage` is true. For the total, see `PolicyZone.nameCount`.',
});
