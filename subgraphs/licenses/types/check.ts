import { GraphQLJSON } from 'graphql-scalars';
import { Field, InputType, ObjectType } from 'type-graphql';
import { maxCharacters, maxItems } from '../../../platform/input-limits.js';
import { Controller } from './controller.js';

/** Specification, section 2. The fields take anything, because which one fails first is a rule of the domain. */
@InputType('ControllerReport', {
  description: `What a controller reports about itself, unchecked. Every field is required; types are checked one by one. Texts have at most ${maxCharacters.controllerText} characters.`,
})
export class ControllerReport {
  @Field(() => GraphQLJSON, { nullable: true, description: 'Text: UUID of version 4, with hyphens, in any case.' })
  guid?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Text: hostname.' })
  hostname?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Text: version of the controller.' })
  version?: unknown;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: `List of at most ${maxItems.controllerAddresses} texts: its own addresses, which decide its department.`,
  })
  ipAddresses?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Text: MAC address.' })
  macAddress?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Text: operating system.' })
  os?: unknown;

  @Field(() => GraphQLJSON, { nullable: true, description: 'Text: grouping label; may be empty.' })
  label?: unknown;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: `Text of at most ${maxCharacters.controllerPath} characters: its log directory; may be empty, and is not kept.`,
  })
  logdir?: unknown;
}

/** Specification, section 4, "POST /api/check-license/". */
@ObjectType('LicenseCheck', {
  simpleResolvers: true,
  description: 'Result of `checkLicense`: the controller has a seat.',
})
export class LicenseCheck {
  @Field(() => String, { description: 'Always `Valid License`: whoever is refused gets an error.' })
  message!: string;

  @Field(() => GraphQLJSON, { description: 'Configuration of its department; an empty object when none matches.' })
  configuration!: Readonly<Record<string, unknown>>;

  @Field(() => String, { nullable: true, description: 'Name of its department; null when none matches.' })
  department!: string | null;

  @Field(() => Boolean, { description: 'This check-in registered it.' })
  isNew!: boolean;

  @Field(() => Controller, { description: 'The controller.' })
  controller!: Controller;
}

@ObjectType('ReleaseControllerPayload', { simpleResolvers: true, description: 'Result of `releaseController`.' })
export class ReleaseControllerPayload {
  @Field(() => Controller, { description: 'The controller as it was; it is registered no longer.' })
  controller!: Controller;
}
