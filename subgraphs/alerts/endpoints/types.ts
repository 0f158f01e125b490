import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';
import { Platform } from '../vocabulary.js';

registerEnumType(Platform, {
  name: 'Platform',
  description: 'Operating system of an endpoint.',
  valuesConfig: { WINDOWS: { description: 'Microsoft Windows.' }, LINUX: { description: 'Linux.' } },
});

@ObjectType('Endpoint', {
  simpleResolvers: true,
  description: 'A monitored host of one tenant that has alerted at least once.',
})
@Directive('@key(fields: "tenantId hostname")')
export class Endpoint {
  @Field(() => ID, { description: 'Tenant that the host belongs to.' })
  tenantId!: string;

  @Field(() => String, { description: 'Hostname in lower case.' })
  hostname!: string;

  @Field(() => Platform, { description: 'Operating system, by the most recent inference.' })
  platform!: Platform;

  @Field(() => Int, { description: 'All alerts of the endpoint, exact.' })
  totalAlerts!: number;

  @Field(() => Int, { description: 'Alerts of the endpoint whose status is OPEN, exact.' })
  openAlerts!: number;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'Greatest `lastSeen` of its alerts; null when it has none any more.',
  })
  lastAlertTime!: Date | null;

  @Field(() => Float, { nullable: true, description: '`lastAlertTime` in Unix epoch seconds, or null.' })
  lastAlertTimeEpoch!: number | null;
}

/** Specification, section 2, "EndpointStatusResponse". */
@ObjectType('EndpointSummary', {
  simpleResolvers: true,
  description: 'Summary of an endpoint over the newest 10000 alerts only; `Endpoint` has the exact figures.',
})
export class EndpointSummary {
  @Field(() => String, { description: 'Hostname in lower case.' })
  endpointId!: string;

  @Field(() => ID, { description: 'Owning tenant.' })
  tenantId!: string;

  @Field(() => Platform, { description: 'Operating system, by the newest alert.' })
  platform!: Platform;

  @Field(() => Int, { description: 'Alerts of the endpoint among those considered.' })
  totalAlerts!: number;

  @Field(() => Int, { description: 'Those among them whose status is OPEN.' })
  openAlerts!: number;

  @Field(() => Float, {
    nullable: true,
    description: 'Greatest `lastSeen` among them, Unix epoch seconds; null when there are none.',
  })
  lastAlertTimeEpoch!: number | null;
}

@InputType('EndpointFilter', { description: 'Which endpoints to list. Fields that are given all have to hold.' })
export class EndpointFilter {
  @Field(() => ID, { nullable: true, description: 'Only endpoints of this tenant.' })
  tenantId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `Only hostnames that contain this text, whatever its case; at most ${maxCharacters.search} characters.`,
  })
  hostname?: string | null;

  @Field(() => Platform, { nullable: true, description: 'Only endpoints with this operating system.' })
  platform?: Platform | null;
}

@ObjectType('EndpointEdge', { simpleResolvers: true, description: 'An endpoint and its place in the list.' })
export class EndpointEdge {
  @Field(() => String, { description: 'Opaque mark of this place, for `after`.' })
  cursor!: string;

  @Field(() => Endpoint, { description: 'The endpoint.' })
  node!: Endpoint;
}

@ObjectType('EndpointConnection', {
  simpleResolvers: true,
  description: 'A page of endpoints, the one with the newest alert first.',
})
export class EndpointConnection {
  @Field(() => [EndpointEdge], { description: 'Endpoints with their cursors.' })
  edges!: EndpointEdge[];

  @Field(() => [Endpoint], { description: 'The endpoints alone.' })
  nodes!: Endpoint[];

  @Field(() => PageInfo, { description: 'What lies before and after this page.' })
  pageInfo!: PageInfo;

  @Field(() => Int, { description: 'Endpoints that match, on all pages.' })
  @Directive('@cost(weight: 5)')
  totalCount!: number;
}

@ObjectType('Controller', { simpleResolvers: true })
@Directive('@key(fields: "guid")')
export class Controller {
  @Field(() => ID)
  guid!: string;

  @Field(() => String)
  @Directive('@external')
  lastHostname!: string;
}

@ObjectType('Domain', { simpleResolvers: true })
@Directive('@key(fields: "name")')
export class Domain {
  @Field(() => String)
  name!: string;
}
