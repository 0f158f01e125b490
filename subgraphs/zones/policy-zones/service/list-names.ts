import { type ConnectionRecord, connectionOf, type PageInput, pageSize } from '../../../../platform/connection.js';
import { decodeCursor, encodeCursor } from '../../../../platform/cursor.js';
import { DomainError } from '../../../../platform/domain-error.js';
import { isBlockable, selectBlockedNames } from '../../blocklist/index.js';
import type { ZoneDependencies, ZoneRequest } from '../../dependencies.js';
import type { PolicyZoneName } from '../types.js';
import { scopeOfZone } from './context.js';
import { zonesOf } from './list-zones.js';

const order = 'policyZoneNames';

/**
 * The names that a policy zone blocks, ordered by zone and label.
 * @throws {DomainError} UNAUTHENTICATED, FORBIDDEN; BAD_USER_INPUT; NOT_FOUND for a zone that is not configured, or
 *   that the caller may not read
 */
export async function listPolicyZoneNames(
  { database, configuration }: ZoneDependencies,
  request: ZoneRequest,
  input: PageInput & { policyZone: string },
): Promise<ConnectionRecord<PolicyZoneName>> {
  const name = input.policyZone.toLowerCase().replace(/\.$/, '');
  const policyZone = zonesOf(configuration.dns, request).find(({ zone }) => zone === name);
  if (policyZone === undefined)
    throw new DomainError(
      'NOT_FOUND',
      `The policy zone ${input.policyZone} is not configured, or you may not read it: choose one from policyZones`,
    );
  const size = pageSize(input.first);
  const after = positionOf(input.after);
  const rows = await database.read(request, (sql) =>
    selectBlockedNames(sql, { scope: scopeOfZone(policyZone), after, limit: size + 1 }),
  );
  const edges = rows.map(({ zone, label, suffix }) => ({
    node: { name: label + suffix, zone },
    cursor: encodeCursor({ order, value: 0, ids: [zone, label] }),
  }));
  const page = connectionOf({ edges, size, isContinued: after.zone !== '' });
  // As in transfers, names that are not blockable are omitted, so a page may be shorter than requested.
  return {
    ...{ pageInfo: page.pageInfo, edges: page.edges.filter(({ node }) => isBlockable(node.name)) },
    nodes: page.nodes.filter((node) => isBlockable(node.name)),
  };
}

function positionOf(cursor: string | null | undefined): { zone: string; label: string } {
  if (cursor === null || cursor === undefined) return { zone: '', label: '' };
  const [zone = '', label = ''] = decodeCursor(cursor, { order, ids: 2 }).ids;
  return { zone, label };
}
