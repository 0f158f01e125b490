import type { AlertFilter, Platform, Severity } from '../generated/operations.js';
import { parseCommaList } from '../shared/comma-list.js';
import { formatCount } from '../shared/format.js';
import { hrefOf } from '../shared/location.js';
import { formatUtcMinute } from '../shared/time-range.js';
import { platforms, severities } from './data.js';

export const suppressionsPath = '/suppressions';

/**
 * A suppression rule in the format of the form and of the URL. Empty strings match everything, and lists are
 * comma-separated.
 */
export interface SuppressionDraft {
  readonly tenant: string;
  readonly endpoint: string;
  readonly model: string;
  readonly technique: string;
  readonly severity: readonly Severity[];
  readonly platform: Platform | '';
  readonly reason: string;
  /** Start of the rule in UTC without an offset. Empty: now. */
  readonly from: string;
  /** End of the rule in UTC without an offset. Empty: the rule has no end. */
  readonly until: string;
  /** Id of the person responsible for the rule. Empty: the person who adds it. */
  readonly owner: string;
  /** Id of the rule that ends when this one is added; empty for none. */
  readonly replaces: string;
}

/** Reads the proposed rule in a URL; an empty rule if there is none. */
export function parseSuppressionDraft(search: URLSearchParams): SuppressionDraft {
  const text = (name: string) => search.get(name)?.trim() ?? '';
  return {
    tenant: text('tenant'),
    endpoint: text('endpoint'),
    model: text('model'),
    technique: text('technique'),
    severity: severities.filter((value) => search.getAll('severity').includes(value)),
    platform: platforms.find((value) => value === search.get('platform')) ?? '',
    reason: text('reason'),
    from: text('from'),
    until: text('until'),
    owner: text('owner'),
    replaces: text('replaces'),
  };
}

/** Returns the URL of a proposed rule that suppresses alerts like this one. */
export function hrefOfProposedRule(alert: {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly modelName: string;
  readonly severity: Severity;
}): string {
  const { tenantId: tenant, endpointId: endpoint, modelName: model, severity } = alert;
  // More severe alerts remain visible.
  const upTo = severities.slice(severities.indexOf(severity));
  const search = new URLSearchParams({ tenant, endpoint, model });
  for (const value of upTo) {
    search.append('severity', value);
  }
  return hrefOf(suppressionsPath, search);
}

interface EditedRule {
  readonly id: string;
  readonly filter: string;
  readonly reason: string;
  readonly owner: { readonly id: string };
  readonly startsAt: string;
  readonly endsAt: string | null;
}

/**
 * Returns the URL of a proposed rule that replaces another rule. Undefined if the form cannot represent all conditions
 * of that rule.
 */
export function hrefOfReplacement(rule: EditedRule, now = Date.now()) {
  const filter: AlertFilter = JSON.parse(rule.filter);
  const { tenantId, endpointId, modelName, attack, severity, platform, ...others } = filter;
  if (Object.keys(others).length > 0 || (platform?.length ?? 0) > 1) {
    return undefined;
  }
  const search = new URLSearchParams({ replaces: rule.id, reason: rule.reason, owner: rule.owner.id });
  if (Date.parse(rule.startsAt) > now) {
    search.set('from', formatUtcMinute(new Date(rule.startsAt)));
  }
  if (rule.endsAt !== null) {
    search.set('until', formatUtcMinute(new Date(rule.endsAt)));
  }
  const parameters = {
    ...{ tenant: tenantId, endpoint: endpointId, model: modelName?.join(', '), technique: attack?.join(', ') },
    platform: platform?.[0]?.toUpperCase(),
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value === 'string') {
      search.set(name, value);
    }
  }
  for (const value of severity ?? []) {
    search.append('severity', value.toUpperCase());
  }
  return hrefOf(suppressionsPath, search);
}

/** Describes what happens when a rule ends. Undefined: the number of alerts is unknown. */
export function describeEnd(rule: { readonly suppressedCount: number } | undefined): string {
  if (rule?.suppressedCount === 0) {
    return 'The end of the rule restores no alerts: it suppresses none.';
  }
  const alerts = rule === undefined ? 'its alerts' : formatCount(rule.suppressedCount, 'alert');
  return `The end of the rule restores ${alerts}, except those that another rule suppresses. Notifications are sent as if those that are not closed had just been opened.`;
}

/** The filter of a rule. Undefined if the tenant is its only condition, or it has none. */
export function filterOfDraft(draft: SuppressionDraft): AlertFilter | undefined {
  const [models, techniques] = [parseCommaList(draft.model), parseCommaList(draft.technique)];
  const filter: AlertFilter = {
    ...(draft.endpoint.trim() !== '' && { endpointId: draft.endpoint.trim() }),
    ...(models.length > 0 && { modelName: [...models] }),
    ...(techniques.length > 0 && { attack: [...techniques] }),
    ...(draft.severity.length > 0 && draft.severity.length < severities.length && { severity: [...draft.severity] }),
    ...(draft.platform !== '' && { platform: [draft.platform] }),
  };
  if (Object.keys(filter).length === 0) {
    return undefined;
  }
  return draft.tenant.trim() === '' ? filter : { ...filter, tenantId: draft.tenant.trim() };
}

/** Parses the filter of a rule, which the graph returns as JSON with enum values as in REST. */
export function filterOfRule(json: string): AlertFilter {
  const filter: AlertFilter = JSON.parse(json);
  const { severity, platform } = filter;
  return {
    ...filter,
    ...(severity && {
      severity: severities.filter((value) => severity.some((typed) => typed.toUpperCase() === value)),
    }),
    ...(platform && { platform: platforms.filter((value) => platform.some((typed) => typed.toUpperCase() === value)) }),
  };
}

const names: Readonly<Record<string, string>> = {
  tenantId: 'Tenant',
  endpointId: 'Endpoint',
  modelName: 'Model',
  attack: 'ATT&CK',
  technique: 'Technique',
  severity: 'Severity',
  platform: 'Platform',
  minAttackProb: 'Minimum score',
  maxAttackProb: 'Maximum score',
};

/** The conditions of a filter for display, with its tenant. */
export function describeFilter(json: string): readonly string[] {
  return describeConditions(JSON.parse(json));
}

/** The conditions of a rule's filter for display, without its tenant, which is a column of the list of rules. */
export function describeRule(json: string): readonly string[] {
  const { tenantId: _, ...conditions } = JSON.parse(json);
  return describeConditions(conditions);
}

function describeConditions(filter: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    const label = names[name];
    if (label === undefined || value === null) {
      return [];
    }
    return [`${label}: ${Array.isArray(value) ? value.join(', ') : String(value)}`];
  });
}
