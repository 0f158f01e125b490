import { seededRandom } from '../../../command-line/demo/seeded-random.js';
import { DomainError } from '../../../platform/domain-error.js';
import type { AlertRequest } from '../../../subgraphs/alerts/dependencies.js';
import {
  addAlerts,
  mergeIncidents,
  openIncident,
  removeAlerts,
  splitIncident,
} from '../../../subgraphs/alerts/incidents/service/group-alerts.js';
import type { AlertWorld } from './alert-world.js';

/** A change of incidents, in the form of the services. */
export type Operation =
  | { readonly kind: 'open'; readonly alerts: string[] }
  | { readonly kind: 'add' | 'remove' | 'split'; readonly id: string; readonly alerts: string[] }
  | { readonly kind: 'merge'; readonly id: string; readonly sources: string[] };

/** Runs an operation; returns the id of the incident, or the code of the error. */
export async function perform(request: AlertRequest, operation: Operation): Promise<{ id?: string; code?: string }> {
  try {
    return { id: (await execute(request, operation)).id };
  } catch (error) {
    // Other errors, such as a deadlock, are rethrown.
    if (!(error instanceof DomainError)) throw error;
    return { code: error.code };
  }
}

async function execute(request: AlertRequest, operation: Operation): Promise<{ id: string }> {
  switch (operation.kind) {
    case 'open':
      return await openIncident(request, { title: 'opened', alertIds: operation.alerts });
    case 'merge':
      return await mergeIncidents(request, { id: operation.id, sourceIds: operation.sources });
    case 'add':
      return await addAlerts(request, { id: operation.id, alertIds: operation.alerts });
    case 'remove':
      return await removeAlerts(request, { id: operation.id, alertIds: operation.alerts });
    case 'split':
      return await splitIncident(request, { id: operation.id, title: 'split', alertIds: operation.alerts });
  }
}

/** Incidents and their alerts in memory. */
export class IncidentModel {
  readonly #random: () => number;
  readonly #alerts: string[];
  /** The incident of each grouped alert. */
  readonly placed = new Map<string, string>();
  readonly merged = new Map<string, string>();
  readonly incidents: string[] = [];

  constructor(alerts: string[], seed: number) {
    this.#alerts = alerts;
    this.#random = seededRandom(seed);
  }

  #some<Value>(values: readonly Value[], most: number): Value[] {
    const count = 1 + Math.floor(this.#random() * most);
    const chosen = Array.from({ length: count }, () => values[Math.floor(this.#random() * values.length)] as Value); // The index is within the list.
    return [...new Set(chosen)];
  }

  /** A random operation; most of them are possible. */
  next(): Operation {
    const dice = this.#random();
    // Merged incidents are chosen rarely, regardless of their number.
    const active = this.incidents.filter((incident) => !this.merged.has(incident));
    const known = active.length === 0 || this.#random() < 0.1 ? this.incidents : active;
    const [id] = this.#some(known, 1);
    if (id === undefined || dice < 0.2) return { kind: 'open', alerts: this.#some(this.#free(), 4) };
    if (dice < 0.4) return { kind: 'add', id, alerts: this.#some(this.#free(), 3) };
    const members = this.#alerts.filter((alert) => this.placed.get(alert) === id);
    const alerts = this.#some(members.length === 0 || this.#random() < 0.1 ? this.#alerts : members, 3);
    if (dice < 0.55) return { kind: 'remove', id, alerts };
    if (dice < 0.8) return { kind: 'split', id, alerts };
    return { kind: 'merge', id, sources: this.#some(known, 2) };
  }

  #free(): readonly string[] {
    const free = this.#alerts.filter((alert) => !this.placed.has(alert));
    return free.length === 0 || this.#random() < 0.1 ? this.#alerts : free;
  }

  /** The expected error of an operation; undefined if it succeeds. */
  expects(operation: Operation): string | undefined {
    if (operation.kind === 'open') return operation.alerts.some((id) => this.placed.has(id)) ? 'CONFLICT' : undefined;
    if (operation.kind === 'merge' && operation.sources.includes(operation.id)) return 'BAD_USER_INPUT';
    const incidentIds = [operation.id, ...(operation.kind === 'merge' ? operation.sources : [])];
    if (incidentIds.some((id) => this.merged.has(id))) return 'CONFLICT';
    if (operation.kind === 'merge') return undefined;
    const allowed = operation.kind === 'add' ? [undefined, operation.id] : [operation.id];
    if (operation.alerts.some((alert) => !allowed.includes(this.placed.get(alert)))) return 'CONFLICT';
    const isAll = [...this.placed.values()].filter((id) => id === operation.id).length === operation.alerts.length;
    return operation.kind === 'split' && isAll ? 'BAD_USER_INPUT' : undefined;
  }

  /** Applies an operation that succeeded; `id` is the incident of its result. */
  apply(operation: Operation, id: string): void {
    if (operation.kind === 'open' || operation.kind === 'split') this.incidents.push(id);
    if (operation.kind === 'merge') {
      for (const source of operation.sources) this.merged.set(source, id);
      for (const [alert, at] of this.placed) if (operation.sources.includes(at)) this.placed.set(alert, id);
      return;
    }
    for (const alert of operation.alerts) {
      if (operation.kind === 'remove') this.placed.delete(alert);
      else this.placed.set(alert, id);
    }
  }
}

interface Entry {
  readonly incident_id: string;
  readonly kind: string;
  readonly alert_ids: string[];
  readonly alert_count: number;
  readonly other_id: string | null;
}

/**
 * The incident of each alert according to the timelines alone.
 * @throws {Error} if an entry contradicts those before it
 */
export async function replayTimelines(world: AlertWorld): Promise<Map<string, string>> {
  const { sql } = world.test.database;
  const entries = await sql<Entry[]>`select incident_id, kind, alert_ids, alert_count, other_id
    from alerts.incident_entry order by id`;
  const placed = new Map<string, string>();
  for (const { incident_id: id, kind, alert_ids: alerts, alert_count: count, other_id: other } of entries) {
    if (alerts.length !== count) throw new Error(`an entry has ${alerts.length} of ${count} alerts`);
    // The entry of the new incident is next, and has the same alerts.
    const from = kind === 'merged' || kind === 'alerts_removed' ? (other ?? id) : undefined;
    if (kind === 'split') continue;
    for (const alert of alerts) {
      const expected = kind === 'opened' && other !== null ? other : from;
      if (placed.get(alert) !== expected) throw new Error(`${kind} ${alert}: is in ${placed.get(alert)}`);
      if (kind === 'alerts_removed') placed.delete(alert);
      else placed.set(alert, id);
    }
  }
  return placed;
}

/** The incident of each grouped alert, and the target of each merged incident. */
export async function storedState(
  world: AlertWorld,
): Promise<{ placed: Map<string, string>; merged: Map<string, string> }> {
  const { sql } = world.test.database;
  const alerts = await sql<{ id: string; incident_id: string }[]>`
    select id, incident_id from alerts.alert where incident_id is not null`;
  const merged = await sql<{ id: string; merged_into_id: string }[]>`
    select id, merged_into_id from alerts.incident where merged_into_id is not null`;
  return {
    placed: new Map(alerts.map((row) => [row.id, row.incident_id])),
    merged: new Map(merged.map((row) => [row.id, row.merged_into_id])),
  };
}
