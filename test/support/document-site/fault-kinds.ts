import { json, rejectMalware } from './exchange.js';
import type { FaultAction, FaultyRequest } from './fault-action.js';
import { type InterceptedResponse, withBody } from './intercept.js';
import { post } from './subscriptions.js';

/** An entry of a delta query. */
export type Entry = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly parentReference?: { readonly id?: string };
};

/** All kinds of faults of a site. `site-faults.ts` lists each of them; tests of the mirror use that list too. */
export const faultKinds = {
  status: (
    status: number,
    headers: Record<string, string> = {},
    error = { code: `simulated${status}`, message: 'The simulator is configured to fail.' },
  ): FaultAction => ({
    kind: 'status',
    respond: ({ response }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ error }));
    },
  }),
  disconnect: (): FaultAction => ({ kind: 'disconnect', respond: ({ response }) => void response.destroy() }),
  cut: (cutAfterBytes: number): FaultAction => ({ kind: 'cut', cutAfterBytes }),
  revokedToken: (): FaultAction => ({ ...faultKinds.status(401), kind: 'revokedToken', revokes: true }),
  /** A response that the site did not send, such as that of a proxy. */
  otherBody: (body: string): FaultAction => ({
    kind: 'otherBody',
    respond: ({ response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end(body),
  }),
  /** The clock of the server differs by this number of seconds. */
  otherClock: (seconds: number): FaultAction => ({
    kind: 'otherClock',
    change: (sent) => {
      const date = new Date(Date.now() + 1000 * seconds).toUTCString();
      return { ...sent, headers: { ...sent.headers, date } };
    },
  }),
  /** The response reports the remaining quota. */
  rateLimit: (remaining: number, reset: number): FaultAction => ({
    kind: 'rateLimit',
    change: (sent) => {
      const report = { 'RateLimit-Limit': 100, 'RateLimit-Remaining': remaining, 'RateLimit-Reset': reset };
      return { ...sent, headers: { ...sent.headers, ...report } };
    },
  }),

  shortToken: (seconds: number): FaultAction => ({
    kind: 'shortToken',
    change: (sent) => changed(sent, (token) => ({ ...token, expires_in: seconds })),
  }),
  /** Changes the roles in the access token. `issuedAuthorization` restores the token that the server issued. */
  tokenRoles: (roles: readonly string[]): FaultAction => ({
    kind: 'tokenRoles',
    change: (sent) =>
      changed(sent, ({ access_token: token, ...rest }) => {
        const parts = [String(token), JSON.stringify({ roles })].map((part) => Buffer.from(part).toString('base64url'));
        return { ...rest, access_token: `${parts.join('.')}.${changedRoles}` };
      }),
  }),

  /** 410: the token of the query has expired. `restart`: whether the response contains the URL of a new query. */
  expiredQuery: (restart: boolean): FaultAction => ({
    kind: 'expiredQuery',
    respond: ({ url, response }) => {
      const error = JSON.stringify({ error: { code: 'resyncRequired', message: 'Resync required.' } });
      const location = new URL(`${url.pathname}?fresh=1`, url).href;
      response.writeHead(410, { 'content-type': 'application/json', ...(restart ? { location } : {}) }).end(error);
    },
  }),
  /** Replaces the body of the page. */
  otherPage: (body: (url: URL) => unknown): FaultAction => ({
    kind: 'otherPage',
    respond: ({ url, response }) => json(response, 200, body(url)),
  }),
  plainDeltaLink: (): FaultAction => ({
    kind: 'plainDeltaLink',
    change: (sent) => {
      const { '@odata.deltaLink': deltaLink, ...page } = read(sent);
      return typeof deltaLink === 'string' ? withBody(sent, JSON.stringify({ ...page, deltaLink })) : undefined;
    },
  }),
  /** The page has these entries instead; the fault waits for a page with entries if there are none. */
  otherEntries: (entries: (regular: readonly Entry[]) => readonly unknown[]): FaultAction => ({
    kind: 'otherEntries',
    change: (sent) => {
      const page = read(sent);
      const regular = (page.value ?? []) as Entry[]; // The format of a delta query.
      const value = entries(regular);
      return value.length === 0 ? undefined : withBody(sent, JSON.stringify({ ...page, value }));
    },
  }),

  malware: (): FaultAction => ({ kind: 'malware', respond: ({ response }) => rejectMalware(response) }),
  /** A redirect to a location other than the file's; undefined: without the header `Location`. */
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
    change: async (sent) => {
      if (sent.status !== 302) return undefined;
      const file = await fetch(String(sent.headers.location));
      const { 'content-length': _, location: __, ...headers } = sent.headers;
      return withBody({ ...sent, status: file.status, headers }, Buffer.from(await file.arrayBuffer()));
    },
  }),
  otherContent: (content: (regular: Buffer) => Buffer): FaultAction => ({
    kind: 'otherContent',
    change: (sent) => (sent.status === 200 ? withBody(sent, content(sent.body)) : undefined),
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
    change: (sent) =>
      sent.status !== 206
        ? sent
        : { ...sent, headers: { ...sent.headers, 'content-range': `bytes 0-${sent.body.length - 1}/*` } },
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
    async change(sent, { body }) {
      if (sent.status !== 201) return undefined;
      const { notificationUrl, clientState, resource } = JSON.parse(body);
      const notification = { subscriptionId: String(read(sent).id), clientState, resource, changeType: 'updated' };
      await post(notificationUrl, notification);
      return sent;
    },
  }),
};

function hasRange({ request }: FaultyRequest): boolean {
  return request.headers.range !== undefined;
}

function read(sent: InterceptedResponse): Record<string, unknown> {
  return sent.status < 300 ? JSON.parse(sent.body.toString()) : {};
}

/** A successful response with a changed document. */
function changed(
  sent: InterceptedResponse,
  change: (document: Record<string, unknown>) => object,
): InterceptedResponse | undefined {
  return sent.status === 200 ? withBody(sent, JSON.stringify(change(read(sent)))) : undefined;
}

const changedRoles = 'changed-roles';

/**
 * The `Authorization` header of a request with the token that the server has issued, without the changes of
 * `tokenRoles`.
 */
export function issuedAuthorization(authorization: string | undefined): string | undefined {
  const [scheme, token = ''] = authorization?.split(' ') ?? [];
  const [issued = '', , end] = token.split('.');
  return end === changedRoles ? `${scheme} ${Buffer.from(issued, 'base64url').toString()}` : authorization;
}
