import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, Directive, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { ConnectionRecord } from '../../../platform/connection.js';
import { After, First, pageListSize, selectedFields } from '../../../platform/graph/index.js';
import type { LicensesContext } from '../context.js';
import type { ControllerRecord } from '../registry/index.js';
import { controllerFields, loadController } from '../registry/loaders.js';
import { Controller, LicenseStatus } from '../registry/types.js';
import { WarningKind } from '../vocabulary.js';
import type { WarningRecord } from './service.js';
import { LicenseWarning, LicenseWarningConnection } from './types.js';

@Resolver(() => LicenseStatus)
class LicenseWarningsResolver {
  @FieldResolver(() => LicenseWarningConnection, {
    description:
      'Active warnings, newest first; warnings about silent controllers are last. Warnings about the expiration of any license other than the active one are omitted, as is `SEATS_LOW` while no license can be read.',
  })
  @Directive(pageListSize)
  @Directive('@cost(weight: 2)')
  async warnings(
    @First('warnings') first: number | null | undefined,
    @After('warnings') after: string | null | undefined,
    @Ctx() context: LicensesContext,
  ): Promise<ConnectionRecord<WarningRecord>> {
    return await context.service.listWarnings(context, { first, after });
  }
}

@Resolver(() => LicenseWarning)
class LicenseWarningResolver {
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

export const licenseWarningResolvers = [LicenseWarningsResolver, LicenseWarningResolver];
