import { GraphQLDateTime } from 'graphql-scalars';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType, GraphQLBigInt } from '../../../platform/graph/index.js';
import { PolicyZoneClientState, PolicyZoneSecondaryState } from './vocabulary.js';

registerEnumType(PolicyZoneClientState, {
  name: 'PolicyZoneClientState',
  description: 'State of the copy of a response policy zone at a client.',
  valuesConfig: {
    CURRENT: { description: 'The client has the current serial, or the zone changed less than ten minutes ago.' },
    BEHIND: { description: 'The client requests the zone, but has another serial than the current one.' },
    SILENT: { description: 'The client has requested nothing for 15 minutes, so its copy may be outdated.' },
  },
});

registerEnumType(PolicyZoneSecondaryState, {
  name: 'PolicyZoneSecondaryState',
  description: 'State of the notification of a secondary server about changes of a response policy zone.',
  valuesConfig: {
    PENDING: { description: 'The server was not notified of the current serial yet.' },
    CONFIRMED: { description: 'The server has confirmed the current serial.' },
    FAILED: { description: 'The server did not confirm the last messages; `error` contains the cause.' },
  },
});

@ObjectType('PolicyZoneClient', {
  simpleResolvers: true,
  description: 'A resolver or secondary server that has transferred a response policy zone.',
})
export class PolicyZoneClient {
  @Field(() => String, { description: 'IP address.' })
  address!: string;

  @Field(() => PolicyZoneClientState, { description: 'State of the zone copy at the client.' })
  state!: PolicyZoneClientState;

  @Field(() => GraphQLBigInt, { description: 'Serial number of the state that it transferred last.' })
  serial!: number;

  @Field(() => GraphQLDateTime, { description: 'Time of the last transfer.' })
  transferredAt!: Date;

  @Field(() => GraphQLDateTime, {
    description: 'Time of the last request, including requests for the serial number only.',
  })
  requestedAt!: Date;

  @Field(() => GraphQLBigInt, {
    description: 'Number of transfers of the whole zone (AXFR, or as the response to IXFR).',
  })
  fullTransfers!: number;

  @Field(() => GraphQLBigInt, { description: 'Number of transfers of changes (IXFR).' })
  incrementalTransfers!: number;
}

@ObjectType('PolicyZoneSecondary', {
  simpleResolvers: true,
  description: 'A configured server that is notified of changes of a response policy zone (NOTIFY).',
})
export class PolicyZoneSecondary {
  @Field(() => String, { description: 'IP address.' })
  address!: string;

  @Field(() => Int, { description: 'UDP port.' })
  port!: number;

  @Field(() => PolicyZoneSecondaryState, { description: 'State of the notification.' })
  state!: PolicyZoneSecondaryState;

  @Field(() => Boolean, { description: 'Whether a client with its address has transferred the zone.' })
  hasTransferred!: boolean;

  @Field(() => GraphQLBigInt, { nullable: true, description: 'Last serial number that it confirmed; null if none.' })
  confirmedSerial!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reason why it did not confirm the last messages; null if it did, and before the first ones.',
  })
  error!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      'Time when it confirmed the last messages, or when the last attempt failed; null before the first ones.',
  })
  notifiedAt!: Date | null;

  @Field(() => GraphQLBigInt, { description: 'Number of sent NOTIFY messages.' })
  messageCount!: number;
}

@ObjectType('PolicyZone', {
  simpleResolvers: true,
  description:
    'A configured response policy zone (RPZ), with the names of confirmed and automatically blocked hits, which resolvers block.',
})
export class PolicyZoneType {
  @Field(() => String, { description: 'Name, without a trailing dot.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Tenant whose hits it contains; null: the hits of all brands.' })
  tenantId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the TSIG key of its clients; null if it is served to its own machine only.',
  })
  key!: string | null;

  @Field(() => String, { description: 'IP address or hostname that serves it (`[dns] host`).' })
  host!: string;

  @Field(() => Int, { description: 'UDP and TCP port that serves it (`[dns] port`).' })
  port!: number;

  @Field(() => GraphQLBigInt, {
    nullable: true,
    description: 'Current serial number; null while another process serves the zone for another tenant.',
  })
  serial!: number | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the newest change, to about a second; null if there was none, or `serial` is null.',
  })
  changedAt!: Date | null;

  @Field(() => [PolicyZoneClient], { description: 'Clients that have transferred it, by address; at most 100.' })
  clients!: PolicyZoneClient[];

  @Field(() => [PolicyZoneSecondary], { description: 'Configured servers that are notified of its changes.' })
  secondaries!: PolicyZoneSecondary[];

  @Field(() => GraphQLBigInt, { description: 'Number of rejected queries, such as those with a wrong key.' })
  rejectedQueries!: number;

  @Field(() => String, { nullable: true, description: 'Reason of the last rejected query; null if none was rejected.' })
  lastRejection!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Time of the last rejected query; null if there was none.',
  })
  rejectedAt!: Date | null;
}

@ObjectType('PolicyZoneName', { simpleResolvers: true, description: 'A name that a response policy zone blocks.' })
class PolicyZoneName {
  @Field(() => String, { description: 'Domain name in Punycode; names below it are blocked, too.' })
  name!: string;

  @Field(() => String, { description: 'Name of the zone that contains it, such as `com`.' })
  zone!: string;
}

export const PolicyZoneNameConnection = connectionType(PolicyZoneName, {
  name: 'PolicyZoneName',
  node: 'name',
  description: 'A page of blocked names. For the total, see `PolicyZone.nameCount`.',
});
