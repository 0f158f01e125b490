import { json, refuseMalware } from './exchange.js';
import type { FaultAction, FaultyRequest } from './fault-action.js';
import { type Answer, withBody } from './intercept.js';
import { post } from './subscriptions.js';

/** An entry of a delta query. */
export type Entry = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly parentReference?: { readonly id?: string };
};

/** Everything that a site can do wrong. Each kind is in `site-faults.ts`, with which the mirror is tried too. */
export const faultKinds = {
  status: (status: number, headers: Record<string, string> = {}): FaultAction => ({
    kind: 'status',
    respond: ({ response }) => {
      const error = { code: `simulated${status}`, message: 'The simulator was told to fail.' };
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }));
    },
  }),
  disconnect: (): FaultAction => ({ kind: 'disconnect', respond: ({ response }) => void response.destroy() }),
  cut: (cutAfter: number): FaultAction => ({ kind: 'cut', cutAfter }),
  revokedToken: (): FaultAction => ({ ...faultKinds.status(401), kind: 'revokedToken', revokes: true }),
  /** A response of something else than the site, such as a proxy. */
  otherBody: (body: string): FaultAction => ({
    kind: 'otherBody',
    respond: ({ response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end(body),
  }),
  /** The clock of the server differs by this number of seconds. */
  otherClock: (seconds: number): FaultAction => ({
    kind: 'otherClock',
    change: (answer) => {
      const date = new Date(Date.now() + 1000 * seconds).toUTCString();
      return { ...answer, headers: { ...answer.headers, date } };
    },
  }),
  /** The response says how much of the quota is left. */
  rateLimit: (remaining: number, reset: number): FaultAction => ({
    kind: 'rateLimit',
    change: (answer) => {
      const report = { 'RateLimit-Limit': 100, 'RateLimit-Remaining': remaining, 'RateLimit-Reset': reset };
      return { ...answer, headers: { ...answer.headers, ...report } };
    },
  }),

  shortToken: (seconds: number): FaultAction => ({
    kind: 'shortToken',
    change: (answer) => changed(answer, (token) => ({ ...token, expires_in: seconds })),
  }),
  /** The token lists these roles. The server finds the token that it has issued by `issuedToken`. */
  tokenRoles: (roles: readonly string[]): FaultAction => ({
    kind: 'tokenRoles',
    change: (answer) =>
      changed(answer, ({ access_token: token, ...rest }) => {
        const parts = [String(token), JSON.stringify({ roles })].map((part) => Buffer.from(part).toString('base64url'));
        return { ...rest, access_token: `${parts.join('.')}.${changedRoles}` };
      }),
  }),

  /** 410: the token of the query has expired. `restart`: the response says where to start again. */
  expiredQuery: (restart: boolean): FaultAction => ({
    kind: 'expiredQuery',
    respond: ({ url, response }) => {
      const error = JSON.stringify({ error: { code: 'resyncRequired', message: 'Resync required.' } });
      const location = new URL(`${url.pathname}?fresh=1`, url).href;
      response.writeHead(410, { 'content-type': 'application/json', ...(restart ? { location } : {}) }).end(error);
    },
  }),
  /** The page has this body instead. */
  otherPage: (body: (url: URL) => unknown): FaultAction => ({
    kind: 'otherPage',
    respond: ({ url, response }) => json(response, 200, body(url)),
  }),
  plainDeltaLink: (): FaultAction => ({
    kind: 'plainDeltaLink',
    change: (answer) => {
      const { '@odata.deltaLink': deltaLink, ...page } = read(answer);
      return typeof deltaLink === 'string' ? withBody(answer, JSON.stringify({ ...page, deltaLink })) : undefined;
    },
  }),
  /** The page has these entries instead; the fault waits for a page with entries if there are none. */
  otherEntries: (entries: (regular: readonly Entry[]) => readonly unknown[]): FaultAction => ({
    kind: 'otherEntries',
    change: (answer) => {
      const page = read(answer);
      const regular = (page.value ?? []) as Entry[]; // The format of a delta query.
      const value = entries(regular);
      return value.length === 0 ? undefined : withBody(answer, JSON.stringify({ ...page, value }));
    },
  }),

  malware: (): FaultAction => ({ kind: 'malware', respond: ({ response }) => refuseMalware(response) }),
  /** A redirect to another place than the file; undefined: to none. */
  redirect: (location: string | ((url: URL) => string) | undefined): FaultAction => ({
    kind: 'redirect',
    respond: ({ url, response }) => {
      const target = typeof location === 'function' ? location(url) : location;
      response.writeHead(302, target === undefined ? {} : { location: target }).end();
    },
  }),
  /** The content itself instead of a redirect to it. */
  direct: (): FaultAction => ({
    kind: 'direct',
    change: async (answer) => {
      if (answer.status !== 302) return undefined;
      const file = await fetch(String(answer.headers.location));
      const { 'content-length': _, location: __, ...headers } = answer.headers;
      return withBody({ ...answer, status: file.status, headers }, Buffer.from(await file.arrayBuffer()));
    },
  }),
  otherContent: (content: (regular: Buffer) => Buffer): FaultAction => ({
    kind: 'otherContent',
    change: (answer) => (answer.status === 200 ? withBody(answer, content(answer.body)) : undefined),
  }),
  /** The whole content instead of the requested range. */
  noRanges: (): FaultAction => ({
    kind: 'noRanges',
    applies: hasRange,
    prepare: ({ request }) => void Reflect.deleteProperty(request.headers, 'range'),
  }),
  otherRange: (): FaultAction => ({
    kind: 'otherRange',
    applies: hasRange,
    change: (answer) =>
      answer.status !== 206
        ? answer
        : { ...answer, headers: { ...answer.headers, 'content-range': `bytes 0-${answer.body.length - 1}/*` } },
  }),

  /** The site reports an equal subscription, and lists none. */
  unlistedSubscription: (): FaultAction => ({
    kind: 'unlistedSubscription',
    respond: ({ method, response }) => void response.writeHead(method === 'GET' ? 200 : 409).end('{"value":[]}'),
  }),
  /** A notification arrives before the response to a new subscription. */
  earlyNotification: (): FaultAction => ({
    kind: 'earlyNotification',
    applies: ({ method }) => method === 'POST',
    async change(answer, { body }) {
      if (answer.status !== 201) return undefined;
      const { notificationUrl, clientState, resource } = JSON.parse(body);
      const notification = { subscriptionId: String(read(answer).id), clientState, resource, changeType: 'updated' };
      await post(notificationUrl, notification);
      return answer;
    },
  }),
};

function hasRange({ request }: FaultyRequest): boolean {
  return request.headers.range !== undefined;
}

function read(answer: Answer): Record<string, unknown> {
  return answer.status < 300 ? JSON.parse(answer.body.toString()) : {};
}

/** A successful response with a changed document. */
function changed(answer: Answer, change: (document: Record<string, unknown>) => object): Answer | undefined {
  return answer.status === 200 ? withBody(answer, JSON.stringify(change(read(answer)))) : undefined;
}

const changedRoles = 'changed-roles';

/** The token that the server has issued, in the header of a request. */
export function issuedToken(authorization: string | undefined): string | undefined {
  const [scheme, token = ''] = authorization?.split(' ') ?? [];
  const [issued = '', , end] = token.split('.');
  return end === changedRoles ? `${scheme} ${Buffer.from(issued, 'base64url').toString()}` : authorization;
}
