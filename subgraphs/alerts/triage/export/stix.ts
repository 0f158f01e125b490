import { randomUUID } from 'node:crypto';
import { nameBasedUuid } from '../../../../platform/name-based-uuid.js';
import type { RecordEncoder } from '../../../../platform/record-formats/index.js';
import { attackCatalog } from '../../attack/index.js';
import type { ExportedAlert } from './columns.js';

/** UUID namespace of the ids of STIX objects that several alerts share; must never change. */
const namespace = Buffer.from('c7a1b0d6f3de4bb7a1d57e60f1d0b24e', 'hex');

/**
 * `created` and `modified` of the STIX objects that several alerts share. These objects consist of names only, so they
 * never change.
 */
const sharedCreatedAt = '2026-01-01T00:00:00.000Z';

/** Maximum number of cached ids of shared objects. A bundle with more shared objects can contain an object twice. */
const maxCachedIds = 100_000;

type StixObject = { readonly type: string; readonly id: string } & Readonly<Record<string, unknown>>;

/**
 * Encodes alerts as a STIX 2.1 bundle. An alert is a `sighting` of its model's indicator on its endpoint's identity,
 * and a `grouping` of both with the attack patterns. Analysts' notes are a `note`.
 */
export function stixEncoder(): RecordEncoder<ExportedAlert> {
  const rampart = shared('identity', 'rampart', { name: 'Rampart', identity_class: 'system' });
  const cachedIds = new Set<string>([rampart.id]);
  let head = `{"type":"bundle","id":"bundle--${randomUUID()}","objects":[\n${JSON.stringify(rampart)}`;

  function isNew({ id }: StixObject): boolean {
    if (cachedIds.has(id)) return false;
    if (cachedIds.size >= maxCachedIds) cachedIds.clear();
    cachedIds.add(id);
    return true;
  }
  function textOf(alert: ExportedAlert): string {
    const bundle = objectsOf(alert, rampart.id);
    return [...bundle.shared.filter(isNew), ...bundle.objects].map((object) => `,\n${JSON.stringify(object)}`).join('');
  }
  function takeHead(): string {
    const text = head;
    head = '';
    return text;
  }
  return { add: (alerts) => takeHead() + alerts.map(textOf).join(''), end: () => `${takeHead()}\n]}\n` };
}

function objectsOf(alert: ExportedAlert, rampart: string): { shared: StixObject[]; objects: StixObject[] } {
  const { tenantId, endpointId, modelName, notes, actor } = alert;
  const tenant = shared('identity', `tenant\0${tenantId}`, { name: tenantId, identity_class: 'organization' });
  const endpoint = shared('identity', `endpoint\0${tenantId}\0${endpointId}`, {
    ...{ name: endpointId, identity_class: 'system', created_by_ref: tenant.id },
  });
  const indicator = shared('indicator', `model\0${modelName}`, {
    ...{ name: modelName, indicator_types: ['malicious-activity'], valid_from: sharedCreatedAt },
    ...{ pattern: modelName, pattern_type: 'rampart-model', created_by_ref: rampart },
  });
  const patterns = [...new Set(alert.ttpTechniques)].map(attackPattern);
  const commonProperties = commonOf(alert, rampart);
  const sighting = {
    ...{
      type: 'sighting',
      id: `sighting--${alert.id}`,
      ...commonProperties,
      confidence: Math.round(alert.confidence * 100),
    },
    ...{ first_seen: timeOf(alert.firstSeenEpoch), last_seen: timeOf(alert.lastSeenEpoch) },
    ...{ count: alert.inferenceIds.length, sighting_of_ref: indicator.id, where_sighted_refs: [endpoint.id] },
  };
  const grouping = {
    ...{ type: 'grouping', id: `grouping--${alert.id}`, ...commonProperties, labels: labelsOf(alert) },
    ...{ name: `${alert.severity} alert on ${endpointId}`, context: 'suspicious-activity' },
    ...(alert.ttpExplanation !== null && { description: alert.ttpExplanation }),
    object_refs: [sighting.id, indicator.id, endpoint.id, ...patterns.map(({ id }) => id)],
  };
  const note = {
    ...{ type: 'note', id: `note--${alert.id}`, ...commonProperties, content: notes, object_refs: [grouping.id] },
    ...(actor !== null && { authors: [actor] }),
  };
  return {
    shared: [tenant, endpoint, indicator, ...patterns],
    objects: notes === '' ? [sighting, grouping] : [sighting, grouping, note],
  };
}

/** The properties that all STIX objects of an alert have in common. */
function commonOf(alert: ExportedAlert, rampart: string) {
  const created = Math.floor(alert.createdAtEpoch * 1000);
  return {
    ...{ spec_version: '2.1', created_by_ref: rampart, created: new Date(created).toISOString() },
    modified: new Date(Math.max(created, alert.updatedAt.getTime())).toISOString(),
    external_references: [{ source_name: 'rampart', external_id: alert.id }],
  };
}

function labelsOf({ severity, status, platform, assigneeName }: ExportedAlert): string[] {
  const labels = [`severity:${severity}`, `status:${status}`, `platform:${platform}`];
  return assigneeName === null ? labels : [...labels, `assignee:${assigneeName}`];
}

/** The attack pattern of a technique. STIX has no object for tactics, so a tactic is the pattern of its phase. */
function attackPattern(id: string): StixObject {
  const catalog = attackCatalog();
  const tactic = catalog.tactic(id);
  const { name, url, tactics } = tactic === undefined ? catalog.technique(id) : { ...tactic, tactics: [tactic] };
  const phases = tactics.map((tactic) => tactic.name.toLowerCase().replaceAll(' ', '-'));
  return shared('attack-pattern', `${tactic === undefined ? 'technique' : 'tactic'}\0${id}`, {
    ...{
      name: name ?? id,
      external_references: [{ source_name: 'mitre-attack', external_id: id, ...(url && { url }) }],
    },
    ...(phases.length > 0 && {
      kill_chain_phases: phases.map((phase_name) => ({ kill_chain_name: 'mitre-attack', phase_name })),
    }),
  });
}

function shared(type: string, name: string, properties: Readonly<Record<string, unknown>>): StixObject {
  const id = `${type}--${nameBasedUuid(namespace, `${type}\0${name}`)}`;
  return { type, spec_version: '2.1', id, created: sharedCreatedAt, modified: sharedCreatedAt, ...properties };
}

function timeOf(epochSeconds: number): string {
  return new Date(Math.floor(epochSeconds * 1000)).toISOString();
}
