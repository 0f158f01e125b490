import { GraphiQL } from 'graphiql';
import type { ComponentProps } from 'react';
import { readToken, signOut } from '../shared/token-store.js';
import { openTabs } from './starting-tabs.js';

type Fetcher = ComponentProps<typeof GraphiQL>['fetcher'];

/**
 * Sends an operation to this server's graph with the operator token of the console, unless the headers editor has its
 * own Authorization.
 */
const sendOperation: Fetcher = async (parameters, options) => {
  const headers = new Headers({
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
  });
  const token = readToken();
  if (token !== null) {
    headers.set('authorization', `Bearer ${token}`);
  }
  for (const [name, value] of Object.entries(options?.headers ?? {})) {
    headers.set(name, value);
  }
  const response = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify(parameters) });
  return response.json();
};

/** GraphiQL on this server's graph, with links to the other pages. */
export function Explorer() {
  return (
    <div className="explorer">
      <header className="explorer-bar">
        <a className="explorer-name" href="/">
          <img src={`${import.meta.env.BASE_URL}mark.svg`} alt="" width="20" height="20" />
          Rampart
        </a>
        <nav aria-label="Rampart pages">
          <a href="/">Console</a>
          <a href="/graphql" aria-current="page">
            Explorer
          </a>
          <a href="/docs/">REST reference</a>
          <a href="/schema.graphql">Schema</a>
        </nav>
        <span className="explorer-token">
          {readToken() === null ? (
            'Not signed in. Requests are sent without a token.'
          ) : (
            <>
              Signed in with the console token
              <button type="button" onClick={signOut}>
                Sign out
              </button>
            </>
          )}
        </span>
      </header>
      <GraphiQL
        fetcher={sendOperation}
        defaultTabs={openTabs}
        defaultEditorToolsVisibility="variables"
        shouldPersistHeaders={false}
        showPersistHeadersSettings={false}
        inputValueDeprecation
      >
        <GraphiQL.Logo>Graph</GraphiQL.Logo>
      </GraphiQL>
    </div>
  );
}
