import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionType, enumType, Node } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import { Platform } from '../vocabulary.js';

enumType(Platform, {
  name: 'Platform',
  description: 'Operating system of an endpoint.',
  values: {
    WINDOWS: 'Microsoft Windows.',
    LINUX: 'Linux. Also assumed for alerts that Rampart itself opens on an endpoint whose operating system is unknown.',
  },
});

@ObjectType('Endpoint', {
  implements: Node,
  description: 'A monitored host of one tenant with at least one stored alert, suppressed or not.',
})
@Directive('@key(fields: "tenantId hostname")')
@Directive('@key(fields: "id")')
export class Endpoint extends Node {
  @Field(() => ID, { description: 'Tenant that the host belongs to.' })
  tenantId!: string;

  @Field(() => String, { description: 'Hostname in lower case.' })
  hostname!: string;

  @Field(() => Platform, { description: 'Operating system according to the most recent inference.' })
  platform!: Platform;

  @Field(() => Int, { description: 'Exact number of alerts of the endpoint, excluding suppressed alerts.' })
  totalAlerts!: number;

  @Field(() => Int, {
    description: 'Exact number of alerts of the endpoint with the status OPEN, excluding suppressed alerts.',
  })
  openAlerts!: number;

  @Field(() => Int, {
    description:
      'Exact number of alerts of the endpoint with the status OPEN, ACKNOWLEDGED or INVESTIGATING, excluding suppressed alerts.',
  })
  activeAlerts!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Latest `lastSeen` of the alerts, suppressed or not; never null, because each endpoint has an alert.',
  })
  lastAlertTime!: Date | null;

  @Field(() => Float, {
    nullable: true,
    description: '`lastAlertTime` in Unix epoch seconds; never null.',
  })
  @Directive('@inaccessible')
  lastAlertTimeEpoch!: number | null;
}

/** The REST schema "EndpointStatusResponse" (specification, section 2). */
@ObjectType('EndpointSummary', {
  description: 'Summary of an endpoint, computed from the newest 10000 alerts; `Endpoint` has exact counts.',
})
@Directive('@inaccessible')
export class EndpointSummary {
  @Field(() => String, { description: 'Hostname in lower case.' })
  endpointId!: string;

  @Field(() => ID, { description: 'Tenant that the host belongs to.' })
  tenantId!: string;

  @Field(() => Platform, {
    description: 'Operating system according to the most recently seen alert among the newest 10000 alerts.',
  })
  platform!: Platform;

  @Field(() => Int, { description: 'Number of alerts of the endpoint among the newest 10000 alerts.' })
  totalAlerts!: number;

  @Field(() => Int, {
    description: 'Number of alerts of the endpoint with the status OPEN among the newest 10000 alerts.',
  })
  openAlerts!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Latest `lastSeen` of the endpoint among the newest 10000 alerts, in Unix epoch seconds; never null.',
  })
  lastAlertTimeEpoch!: number | null;
}

@InputType('EndpointFilter', {
  description:
    'Filter for endpoints. An endpoint matches if it matches every field. Null and omitted fields do not filter.',
})
export class EndpointFilter {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the tenant. The empty string matches nothing. Null: all tenants.',
  })
  tenantId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Substring of the hostname, case-insensitive; at most ${maxCharacters.search} characters. The empty string does not filter. Null: all hostnames.`,
  })
  hostname?: string | null;

  @Field(() => Platform, {
    nullable: true,
    description: 'Operating system of the endpoint. Null: all operating systems.',
  })
  platform?: Platform | null;
}

export const EndpointConnection = connectionType(Endpoint, {
  name: 'Endpoint',
  node: 'endpoint',
  description: 'A page of endpoints, sorted by `lastAlertTime`, newest first.',
  totalCount: { description: 'Exact number of endpoints that match the filter, on all pages.', cost: 5 },
});

@ObjectType('Controller')
@Directive('@key(fields: "guid")')
export class Controller {
  @Field(() => ID)
  guid!: string;

  @Field(() => String)
  @Directive('@external')
  lastHostname!: string;
}

@ObjectType('Domain')
@Directive('@key(fields: "name")')
export class Domain {
  @Field(() => String)
  name!: string;
}
