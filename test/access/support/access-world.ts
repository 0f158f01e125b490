import { afterAll, beforeAll, expect } from 'vitest';
import { type Rampart, startRampart } from '../../../command-line/rampart.js';
import { accessSweep, Sessions } from '../../../gateway/index.js';
import { localRequest } from '../../../platform/caller.js';
import { silentLog as log } from '../../../platform/log.js';
import { openTestDatabase, type TestDatabase, testConfiguration } from '../../support/index.js';
import { temporaryFolder } from '../../support/running-server.js';
import { testClock } from '../../support/test-clock.js';

const adminToken = 'the-administrator-of-these-very-tests';
const folder = temporaryFolder();
const clock = testClock(Date.now());
const cookieName = 'rampart-session';

// biome-ignore lint/suspicious/noExplicitAny: the response has the shape of the document
type Data = any;

/** Two replicas on one database; administrators use the first. Use it only inside of tests and hooks. */
export function describeAccess() {
  let opened: TestDatabase;
  let one: Rampart;
  let other: Rampart;
  let sessions: Sessions;

  beforeAll(async () => {
    opened = await openTestDatabase();
    const configuration = testConfiguration({
      ...{ DATABASE_URL: opened.url, RAMPART_SERVER_DATA_DIR: folder.path, RAMPART_AUTH_ADMIN_TOKEN: adminToken },
      ...{ RAMPART_AUTH_ALERTS: 'token', RAMPART_LICENSES_TLS: 'off', RAMPART_EVENTS_HEARTBEAT_SECONDS: '0.1' },
      RAMPART_SERVER_PUBLIC_URL: 'http://rampart.example',
      ...{ RAMPART_OIDC_CORP_ISSUER: 'https://corp.example', RAMPART_OIDC_CORP_CLIENT_ID: 'rampart' },
      ...{ RAMPART_OIDC_SUCCESSOR_ISSUER: 'https://successor.example', RAMPART_OIDC_SUCCESSOR_CLIENT_ID: 'rampart' },
    });
    one = await startRampart({ configuration, clock, log });
    other = await startRampart({ configuration, clock, log });
    sessions = new Sessions({ database: opened.database, clock, configuration });
  });
  afterAll(async () => {
    await one?.close();
    await other?.close();
    await opened.close();
    folder.remove();
  });

  /** Executes an operation; by default, as the administrator. */
  async function sendRequest(
    document: string,
    variables: object = {},
    { token = adminToken, server = one } = {},
  ): Promise<{ data: Data; errors?: { message: string }[] }> {
    const response = await fetch(`${server.listening[0]}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: document, variables }),
    });
    return JSON.parse(await response.text());
  }

  async function statusWith(token: string, server = one): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${server.listening[0]}/alerts`, { headers })).status;
  }

  async function statusWithSession(secret: string, server = one): Promise<number> {
    const headers = { cookie: `${cookieName}=${secret}`, 'x-rampart-session': '1' };
    return (await fetch(`${server.listening[0]}/alerts`, { headers })).status;
  }

  async function create(name: string, input = ''): Promise<{ id: string; secret: string }> {
    const { data, errors } = await sendRequest(
      `mutation { createOperatorToken(input: { name: "${name}", role: VIEWER ${input} }) { token { id } secret } }`,
    );
    expect(errors).toBeUndefined();
    return { id: data.createOperatorToken.token.id, secret: data.createOperatorToken.secret };
  }

  async function signIn(name: string, otherFields: object = {}) {
    const caller = {
      kind: 'operator',
      name,
      role: 'viewer',
      tenantId: null,
      credentialId: `person:corp:${name}`,
    } as const;
    return await sessions.create({ caller, sourceAddress: '192.0.2.7', ...otherFields }, localRequest);
  }

  async function signInAtProvider(name: string, otherFields: object = {}) {
    const providerSignIn = {
      provider: 'corp',
      issuer: 'https://corp.example',
      subject: `sub-${name}`,
      providerSession: null,
    };
    return await signIn(name, { providerSignIn: { ...providerSignIn, idToken: 'x', ...otherFields } });
  }

  /** The names on all pages of a list. */
  async function namesOf(list: string, filter: object, first = 2): Promise<string[]> {
    const type = { operatorTokens: 'OperatorTokenFilter', sessions: 'SessionFilter', people: 'PersonFilter' }[list];
    const names: string[] = [];
    for (let after: string | null = null; ; ) {
      const { data, errors } = await sendRequest(
        `query ($filter: ${type}, $first: Int, $after: String) {
          list: ${list}(filter: $filter, first: $first, after: $after) { totalCount nodes { name } pageInfo { hasNextPage endCursor } }
        }`,
        { filter, first, after },
      );
      expect(errors).toBeUndefined();
      names.push(...data.list.nodes.map((node: { name: string }) => node.name));
      if (!data.list.pageInfo.hasNextPage) {
        expect(data.list.totalCount).toBe(names.length);
        return names;
      }
      after = data.list.pageInfo.endCursor;
    }
  }

  /** Runs the job that removes expired sessions and logout tokens, and people who no longer sign in. */
  async function sweep(settings: Record<string, string> = {}): Promise<void> {
    const { database } = opened;
    await accessSweep({ database, clock, log, configuration: testConfiguration(settings) }).run(undefined);
  }

  return {
    clock,
    sweep,
    sendRequest,
    statusWith,
    statusWithSession,
    create,
    signIn,
    signInAtProvider,
    namesOf,
    get database() {
      return opened.database;
    },
    get one() {
      return one;
    },
    get other() {
      return other;
    },
  };
}
