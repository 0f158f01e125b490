import { DomainError } from '../../../../platform/domain-error.js';
import { isUuid } from '../../../../platform/input-limits.js';
import { keyOfNodeId } from '../../../../platform/node-id.js';
import type { RecordExport } from '../../../../platform/record-streams.js';
import type { ZoneDependencies } from '../../dependencies.js';
import { blockListFormats } from '../rules/formats.js';
import { authorizeBlockList, exportBlockList } from './export-block-list.js';

const parameterNames: readonly string[] = ['format', 'tenant_id', 'brand_id'];

/** Block lists over HTTP. */
export function blockListStream(dependencies: Pick<ZoneDependencies, 'database'>): RecordExport {
  return {
    authorize: authorizeBlockList,
    async run(request, { parameters, ...output }) {
      const unknown = [...parameters.keys()].find((name) => !parameterNames.includes(name));
      if (unknown !== undefined) {
        throw refused(unknown, `${unknown} is not a parameter of block lists; expected ${parameterNames.join(', ')}`);
      }
      const format = blockListFormats.find((known) => known === (single(parameters, 'format') ?? 'domains'));
      if (format === undefined) throw refused('format', `format must be one of ${blockListFormats.join(', ')}`);
      const brandIds = parameters.has('brand_id') ? parameters.getAll('brand_id').map(brandIdOf) : undefined;
      await exportBlockList(dependencies, request, {
        ...output,
        ...{ format, brandIds, tenantId: single(parameters, 'tenant_id') },
      });
    },
  };
}

/** The id of a brand in the graph, or that of `rampart zones brands list`. */
function brandIdOf(written: string): string {
  const [id = ''] = isUuid(written) ? [written] : keyOfNodeId(written, { type: 'Brand', parts: 1 });
  return id;
}

function single(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = parameters.getAll(name);
  if (others.length > 0) throw refused(name, `${name} must be specified once`);
  return value;
}

function refused(argument: string, message: string): DomainError {
  return new DomainError('BAD_USER_INPUT', message, { argument });
}
