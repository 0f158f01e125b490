import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Directive, FieldResolver, Info, Int, Resolver, Root } from 'type-graphql';
import { selectedFields } from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import type { ControllerRecord } from '../registry/index.js';
import { controllerFields, loadController } from '../registry/loaders.js';
import { Controller, LicenseStatus } from '../registry/types.js';
import { WarningKind } from '../vocabulary.js';
import type { LicenseWarning as WarningRecord } from './service.js';
import { LicenseWarning } from './types.js';

@Resolver(() => LicenseStatus)
export class LicenseWarningsResolver {
  @FieldResolver(() => [LicenseWarning], {
    description: 'Warnings in force, newest first; those of silent controllers after all others.',
  })
  @Directive('@listSize(slicingArguments: ["first"], requireOneSlicingArgument: false)')
  @Directive('@cost(weight: 2)')
  async warnings(
    @Arg('first', () => Int, { defaultValue: 50, description: 'Maximum number of warnings, 1–1000.' }) first: number,
    @Ctx() context: LicensesContext,
  ): Promise<WarningRecord[]> {
    return await context.service.listWarnings(context, first);
  }
}

@Resolver(() => LicenseWarning)
export class LicenseWarningResolver {
  @FieldResolver(() => Controller, { nullable: true })
  async controller(
    @Root() { kind, subject }: WarningRecord,
    @Ctx() context: LicensesContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<ControllerRecord | null> {
    if (kind !== WarningKind.CONTROLLER_SILENT) return null;
    return await loadController(context, subject, controllerFields(selectedFields(info)));
  }
}
