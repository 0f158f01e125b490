import { type Details, listFormat, type Setting } from './setting.js';

const statuses = ['all', 'closed', 'open', 'acknowledged', 'investigating', 'resolved', 'false_positive'] as const;

/** How long alerts are stored after their last change. */
export interface RetentionRule {
  /** An alert status in REST; `closed`: `resolved` and `false_positive`; `all`: every status. */
  readonly status: (typeof statuses)[number];
  /** Tenant of the rule; null: every tenant without its own rule. */
  readonly tenantId: string | null;
  /** Number of days for which alerts are stored after the last change; 0: unlimited. */
  readonly days: number;
}

const rulePattern = /^(?<status>[a-z_]+)(?:@(?<tenantId>\S.*?))?\s*=\s*(?<days>\d{1,5})$/;

/** Retention rules as `STATUS=DAYS` or `STATUS@TENANT=DAYS`, separated by commas. */
export function retentionRules(details: Details<readonly RetentionRule[]>): Setting<readonly RetentionRule[]> {
  function parse(input: string): readonly RetentionRule[] {
    const parts = input.split(',').map((part) => part.trim());
    const rules = parts.filter((part) => part !== '').map(retentionRule);
    const names = rules.map(({ status, tenantId }) => JSON.stringify([status, tenantId]));
    const duplicate = rules.find((_, index) => names.indexOf(names[index] ?? '') !== index);
    if (duplicate !== undefined) throw new Error(`must not contain two rules for ${nameOf(duplicate)}`);
    return rules;
  }
  return { secret: false, ...details, parse, format: listFormat((rule) => `${nameOf(rule)}=${rule.days}`) };
}

function retentionRule(input: string): RetentionRule {
  const { status: name, tenantId = null, days } = rulePattern.exec(input)?.groups ?? {};
  const status = statuses.find((candidate) => candidate === name);
  if (status === undefined || days === undefined) {
    throw new Error(
      `must be rules such as closed=400 or closed@acme=30, in days (0: unlimited); the statuses are ${statuses.join(', ')}`,
    );
  }
  return { status, tenantId, days: Number(days) };
}

function nameOf({ status, tenantId }: RetentionRule): string {
  return tenantId === null ? status : `${status}@${tenantId}`;
}
