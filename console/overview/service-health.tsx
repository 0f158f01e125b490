import type { ReactNode } from 'react';
import { FailurePanel } from '../shared/failure-panel.js';
import { hrefOf } from '../shared/location.js';
import type { QueryState } from '../shared/use-graph-query.js';

interface Health {
  /** Messages about problems; empty for a healthy service. */
  readonly problems: readonly string[];
  readonly facts: readonly ReactNode[];
}

interface ServiceHealthProps<Data> {
  readonly title: string;
  /** Path of the page about the service. */
  readonly path: string;
  readonly query: QueryState<Data>;
  readonly healthOf: (data: NonNullable<QueryState<Data>['data']>) => Health;
}

/** The health of one service: its state, its problems, and its metrics. */
export function ServiceHealth<Data>({ title, path, query, healthOf }: ServiceHealthProps<Data>) {
  const { data, loading } = query;
  const failure = query.failure ?? query.refreshFailure;
  const hasFailed = failure !== undefined && !loading;
  const health = data === undefined || hasFailed ? undefined : healthOf(data);
  if (hasFailed && failure.kind === 'sign-in') {
    return (
      <li>
        <FailurePanel failure={failure} />
      </li>
    );
  }
  const problems = hasFailed ? [failure.message] : (health?.problems ?? []);
  return (
    <li className={classOf(health, problems)} aria-busy={loading}>
      <a href={hrefOf(path)}>{title}</a>
      <strong>{hasFailed ? 'Unavailable' : stateOf(health)}</strong>
      {problems.map((problem) => (
        <p key={problem} className="health-reason">
          {problem}
        </p>
      ))}
      {health?.facts.map((fact) => (
        <p key={String(fact)} className="hint">
          {fact}
        </p>
      ))}
    </li>
  );
}

function classOf(health: Health | undefined, problems: readonly string[]): string {
  if (problems.length > 0) return 'health-service health-problem';
  return health === undefined ? 'health-service' : 'health-service health-good';
}

function stateOf(health: Health | undefined): string {
  if (health === undefined) return 'Loading…';
  return health.problems.length > 0 ? 'Needs attention' : 'Healthy';
}
