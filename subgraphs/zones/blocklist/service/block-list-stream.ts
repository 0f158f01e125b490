import { isUuid } from '../../../../platform/input-limits.js';
import { keyOfNodeId } from '../../../../platform/node-id.js';
import { invalidParameter, namedFormat, optional } from '../../../../platform/record-parameters.js';
import type { RecordExport } from '../../../../platform/record-streams.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { blockListFormats } from '../rules/formats.js';
import { authorizeBlockList, exportBlockList } from './export-block-list.js';

const parameterNames: readonly string[] = ['format', 'tenant_id', 'brand_id'];

/** The HTTP export of block lists: parses the request parameters, and writes the list. */
export function blockListStream(dependencies: Pick<ZoneDependencies, 'database'>): RecordExport {
  return {
    authorize: authorizeBlockList,
    async run(request, { parameters, ...output }) {
      const unknown = [...parameters.keys()].find((name) => !parameterNames.includes(name));
      if (unknown !== undefined) {
        throw invalidParameter(
          unknown,
          `is not a parameter of block lists; expected one of ${parameterNames.join(', ')}`,
        );
      }
      const format = namedFormat(optional(parameters, 'format') ?? 'domains', blockListFormats);
      const brandIds = parameters.has('brand_id') ? parameters.getAll('brand_id').map(brandIdOf) : undefined;
      await exportBlockList(dependencies, request, {
        ...output,
        ...{ format, brandIds, tenantId: optional(parameters, 'tenant_id') },
      });
    },
  };
}

/** The UUID of a brand. The input is its global id, or the UUID itself as in `rampart zones brands list`. */
function brandIdOf(input: string): string {
  const [id = ''] = isUuid(input) ? [input] : keyOfNodeId(input, { type: 'Brand', parts: 1 });
  return id;
}
