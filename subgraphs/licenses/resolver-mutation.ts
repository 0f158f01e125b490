import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, ID, Info, Mutation, Resolver, Root } from 'type-graphql';
import { selectedFields } from '../../platform/graph/index.js';
import type { LicensesContext } from './context.js';
import { controllerFields } from './fields.js';
import type { ControllerRecord, LicenseCheckRecord } from './records.js';
import { Controller, ControllerReport, LicenseCheck, ReleaseControllerPayload } from './types/index.js';

@Resolver(() => LicenseCheck)
export class LicenseMutationResolver {
  @Mutation(() => LicenseCheck, {
    description:
      'Checks a controller in, and registers it when it is new and there is a seat. Refusals are errors with a `reason`. In the graph for analysts and administrators.',
  })
  @Directive('@cost(weight: 10)')
  async checkLicense(
    @Arg('input', () => ControllerReport, { description: 'What the controller says of itself.' })
    input: ControllerReport,
    @Arg('isMalformed', () => Boolean, {
      nullable: true,
      description: 'True: what came in was no JSON object. The input is left empty then.',
    })
    isMalformed: boolean | null | undefined,
    @Ctx() context: LicensesContext,
  ): Promise<LicenseCheckRecord> {
    return await context.service.checkLicense(context, { report: input, isMalformed: isMalformed ?? false });
  }

  @Mutation(() => ReleaseControllerPayload, {
    description: 'Takes a controller out of the register, so that its seat is free. Administrators only.',
  })
  @Directive('@cost(weight: 10)')
  async releaseController(
    @Arg('guid', () => ID, { description: 'Its GUID, in any case.' }) guid: string,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<{ controller: ControllerRecord }> {
    const fields = controllerFields(selectedFields(info).below('controller'));
    return { controller: await context.service.releaseController(context, { guid, fields }) };
  }

  @FieldResolver(() => Controller, { description: 'The controller.' })
  async controller(
    @Root() check: LicenseCheckRecord,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord | null> {
    const fields = controllerFields(selectedFields(info));
    // Whoever may check in may see the controller that did.
    const [controller] = await context.service.readControllers(context, { guids: [check.guid], fields });
    return controller ?? null;
  }
}
