/**
 * The documented endpoints of the alert triage service as data: specification, sections 4 and 7. Ids are permanent.
 * Expectations are literals, not derived from the code under test.
 */

/** State of the service for a request. */
export type World =
  | 'attached'
  /** The database cannot be reached. */
  | 'detached'
  /** `auth.alerts = token`. */
  | 'token'
  /** The caller is authenticated, but may not read alerts. */
  | 'stranger'
  /** An unexpected error occurs. */
  | 'broken'
  /** The request times out. */
  | 'slow';

export interface ContractRequest {
  readonly path: string;
  readonly body?: string | undefined;
}

export interface ContractCase {
  readonly id: string;
  readonly status: number;
  readonly world: World;
  /** `alertId` is the id of an existing alert if the store is attached. */
  request(facts: { alertId: string }): ContractRequest;
  /** The whole body, or some of its properties. */
  readonly body: unknown;
}

export interface DocumentedEndpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly cases: readonly ContractCase[];
}

const unknownId = '00000000-0000-4000-8000-000000000000';
const tooLarge = JSON.stringify({ notes: 'x'.repeat(1_100_000) });
const verdict = (alertId: string) => JSON.stringify({ alert_id: alertId, is_true_positive: true });
const acknowledged = JSON.stringify({ status: 'acknowledged' });

type Request = ContractCase['request'];

/** Statuses of all endpoints. */
function general(id: string, request: Request): ContractCase[] {
  const one = (status: number, world: World, detail: string): ContractCase => ({
    id: `${id}-${status}`,
    status,
    world,
    request,
    body: { detail },
  });
  return [
    one(401, 'token', 'Not authenticated'),
    one(403, 'stranger', 'Alerts are available to operators only'),
    one(500, 'broken', 'Internal Server Error'),
    one(503, 'detached', 'Alert store not attached'),
    one(504, 'slow', 'The request timed out. Request less data at once, or try again later.'),
  ];
}

function attached(id: string, status: number, request: Request, body: unknown): ContractCase {
  return { id: `${id}-${status}`, status, world: 'attached', request, body };
}

const missingBody = { detail: [{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }] };

export const alertsContract: readonly DocumentedEndpoint[] = [
  {
    id: 'ALERTS-HEALTH',
    method: 'GET',
    path: '/health',
    cases: [
      attached('ALERTS-HEALTH', 200, () => ({ path: '/health' }), { status: 'ok', service: 'alert-api' }),
      ...general('ALERTS-HEALTH', () => ({ path: '/health' })),
    ],
  },
  {
    id: 'ALERTS-LIST',
    method: 'GET',
    path: '/alerts',
    cases: [
      attached('ALERTS-LIST', 200, () => ({ path: '/alerts?limit=7&offset=1000' }), {
        alerts: [],
        limit: 7,
        offset: 1000,
      }),
      attached('ALERTS-LIST', 400, () => ({ path: '/alerts?status=closed' }), { detail: 'Invalid status: closed' }),
      attached('ALERTS-LIST', 422, () => ({ path: '/alerts?limit=1001' }), {
        detail: [
          {
            type: 'less_than_equal',
            loc: ['query', 'limit'],
            msg: 'Input should be less than or equal to 1000',
            input: '1001',
            ctx: { le: 1000 },
          },
        ],
      }),
      ...general('ALERTS-LIST', () => ({ path: '/alerts' })),
    ],
  },
  {
    id: 'ALERTS-GET',
    method: 'GET',
    path: '/alerts/{alert_id}',
    cases: [
      attached('ALERTS-GET', 200, ({ alertId }) => ({ path: `/alerts/${alertId}` }), { status: 'open' }),
      attached('ALERTS-GET', 404, () => ({ path: `/alerts/${unknownId}` }), { detail: `Alert ${unknownId} not found` }),
      ...general('ALERTS-GET', ({ alertId }) => ({ path: `/alerts/${alertId}` })),
    ],
  },
  {
    id: 'ALERTS-UPDATE',
    method: 'PATCH',
    path: '/alerts/{alert_id}',
    cases: [
      attached('ALERTS-UPDATE', 200, ({ alertId }) => ({ path: `/alerts/${alertId}`, body: acknowledged }), {
        status: 'acknowledged',
      }),
      attached('ALERTS-UPDATE', 400, () => ({ path: `/alerts/${unknownId}`, body: '{"status":"closed"}' }), {
        detail: 'Invalid status: closed',
      }),
      attached('ALERTS-UPDATE', 404, () => ({ path: `/alerts/${unknownId}`, body: acknowledged }), {
        detail: `Alert ${unknownId} not found`,
      }),
      attached('ALERTS-UPDATE', 413, ({ alertId }) => ({ path: `/alerts/${alertId}`, body: tooLarge }), {
        detail: 'Content Too Large',
      }),
      attached('ALERTS-UPDATE', 422, ({ alertId }) => ({ path: `/alerts/${alertId}` }), missingBody),
      ...general('ALERTS-UPDATE', ({ alertId }) => ({ path: `/alerts/${alertId}`, body: acknowledged })),
    ],
  },
  {
    id: 'ALERTS-FEEDBACK',
    method: 'POST',
    path: '/feedback',
    cases: [
      attached('ALERTS-FEEDBACK', 200, ({ alertId }) => ({ path: '/feedback', body: verdict(alertId) }), {
        status: 'ok',
        new_status: 'resolved',
        is_true_positive: true,
      }),
      attached('ALERTS-FEEDBACK', 400, () => ({ path: '/feedback', body: '['.repeat(100_000) }), {
        detail: 'There was an error parsing the body',
      }),
      attached('ALERTS-FEEDBACK', 404, () => ({ path: '/feedback', body: verdict('none') }), {
        detail: 'Alert none not found',
      }),
      attached('ALERTS-FEEDBACK', 413, () => ({ path: '/feedback', body: tooLarge }), { detail: 'Content Too Large' }),
      attached('ALERTS-FEEDBACK', 422, () => ({ path: '/feedback' }), missingBody),
      ...general('ALERTS-FEEDBACK', ({ alertId }) => ({ path: '/feedback', body: verdict(alertId) })),
    ],
  },
  {
    id: 'ALERTS-ENDPOINTS',
    method: 'GET',
    path: '/endpoints',
    cases: [
      attached('ALERTS-ENDPOINTS', 200, () => ({ path: '/endpoints?tenant_id=' }), []),
      ...general('ALERTS-ENDPOINTS', () => ({ path: '/endpoints' })),
    ],
  },
];
