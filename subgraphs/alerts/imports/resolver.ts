import { Ctx, Resolver } from 'type-graphql';
import { Input, PermittedMutation } from '../../../platform/graph/index.js';
import type { AlertsContext } from '../context.js';
import { importInferences } from './service/import-inferences.js';
import { ImportInferencesInput, ImportInferencesPayload } from './types.js';

@Resolver()
export class ImportResolver {
  @PermittedMutation('alerts.import', () => ImportInferencesPayload, {
    description:
      'Import inferences of a detection model. Repeating an import changes nothing. Requires an operator with the role `ingest`, `analyst` or `admin`, even if `[auth] alerts` is `open`.',
    cost: 100,
  })
  async importInferences(
    @Input(() => ImportInferencesInput, 'Inferences to import.') input: ImportInferencesInput,
    @Ctx() context: AlertsContext,
  ): Promise<ImportInferencesPayload> {
    return await importInferences(context, input.inferences);
  }
}
