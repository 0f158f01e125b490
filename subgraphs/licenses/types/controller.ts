import { GraphQLDateTime } from 'graphql-scalars';
import { Directive, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../platform/graph/index.js';
import { maxCharacters } from '../../../platform/input-limits.js';

@ObjectType('Controller', {
  simpleResolvers: true,
  description: 'A registered controller: it holds a seat of the license.',
})
@Directive('@key(fields: "guid")')
export class Controller {
  @Field(() => ID, { description: 'UUID of version 4, in lower case.' })
  guid!: string;

  @Field(() => GraphQLDateTime, { description: 'When it was first registered, to the second.' })
  registeredAt!: Date;

  @Field(() => Float, { description: '`registeredAt` in Unix epoch seconds.' })
  registeredAtEpoch!: number;

  @Field(() => String, {
    description: '`registeredAt` in the time zone of the settings, as `YYYY-MM-DD HH:MM:SS`.',
  })
  timestamp!: string;

  @Field(() => String, { description: 'Source address of its first registration.' })
  ipAddr!: string;

  @Field(() => String, { description: 'Hostname of its first registration.' })
  hostname!: string;

  @Field(() => GraphQLDateTime, { description: 'When it last checked in.' })
  lastContact!: Date;

  @Field(() => Float, { description: '`lastContact` in Unix epoch seconds.' })
  lastContactEpoch!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Source address of its last check-in; null when it was not known.',
  })
  lastIpAddr!: string | null;

  @Field(() => String, { description: 'Hostname that it sent last.' })
  lastHostname!: string;

  @Field(() => String, { description: 'Version that it sent last.' })
  version!: string;

  @Field(() => [String], { description: 'Its own addresses, as it sent them last.' })
  ipAddresses!: string[];

  @Field(() => String, { description: 'MAC address that it sent last.' })
  macAddress!: string;

  @Field(() => String, { description: 'Operating system that it sent last.' })
  os!: string;

  @Field(() => String, { description: 'Grouping label that it sent last; may be empty.' })
  label!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Department that its addresses matched at its last check-in; null when none did.',
  })
  department!: string | null;

  @Field(() => Boolean, {
    description:
      'Its GUID, or its last source address where addresses count, is on the blacklist: it is refused, and keeps its seat.',
  })
  isBlacklisted!: boolean;
}

@InputType('ControllerFilter', {
  description: 'Which controllers to list. Fields that are given all have to hold; of a list, any one value.',
})
export class ControllerFilter {
  @Field(() => String, {
    nullable: true,
    description: `Only controllers whose first or last hostname contains this text, whatever its case; at most ${maxCharacters.search} characters.`,
  })
  hostname?: string | null;

  @Field(() => [String], { nullable: true, description: 'Only these last versions.' })
  version?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only these labels.' })
  label?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Only these departments.' })
  department?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'True: only those with a department; false: without.' })
  hasDepartment?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Only last source addresses within this address or CIDR range.' })
  source?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True: only those on the blacklist; false: only the others.' })
  isBlacklisted?: boolean | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: 'Only those last heard of before this time.' })
  silentSince?: Date | null;
}

@ObjectType('ControllerEdge', { simpleResolvers: true, description: 'A controller and its place in the list.' })
export class ControllerEdge {
  @Field(() => String, { description: 'Opaque mark of this place, for `after`.' })
  cursor!: string;

  @Field(() => Controller, { description: 'The controller.' })
  node!: Controller;
}

@ObjectType('ControllerConnection', {
  simpleResolvers: true,
  description: 'A page of registered controllers, the first registered first.',
})
export class ControllerConnection {
  @Field(() => [ControllerEdge], { description: 'Controllers with their cursors.' })
  edges!: ControllerEdge[];

  @Field(() => [Controller], { description: 'The controllers alone.' })
  nodes!: Controller[];

  @Field(() => PageInfo, { description: 'What lies before and after this page.' })
  pageInfo!: PageInfo;

  @Field(() => Int, { description: 'Controllers that match, on all pages.' })
  @Directive('@cost(weight: 5)')
  totalCount!: number;
}
