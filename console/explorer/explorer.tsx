import { GraphiQL } from 'graphiql';
import { useState } from 'react';
import { signOut, useSession } from '../shared/session-store.js';
import { defaultTabs } from './default-tabs.js';
import { sendOperation } from './send-operation.js';

/** GraphiQL on this server's graph, with links to the other pages. */
export function Explorer() {
  const session = useSession();
  const [hasFailed, setFailed] = useState(false);

  /** Signs out and opens the console, which removes all responses from the page. */
  async function leave() {
    const outcome = await signOut();
    setFailed(outcome === 'failed');
    if (outcome === 'done') {
      location.assign('./');
    }
  }

  return (
    <div className="explorer">
      <header className="explorer-bar">
        <a className="explorer-name" href="./">
          <img src="console/mark.svg" alt="" width="20" height="20" />
          Rampart
        </a>
        <nav aria-label="Rampart pages">
          <a href="./">Console</a>
          <a href="graphql" aria-current="page">
            Explorer
          </a>
          <a href="docs/">REST reference</a>
          <a href="schema.graphql">Schema</a>
        </nav>
        <span className="explorer-token">
          {session.status === 'anonymous' && 'Not signed in.'}
          {'session' in session && (
            <>
              {hasFailed && <strong role="alert">Sign-out failed. You are still signed in. Try again. </strong>}
              {session.session.name}
              <button type="button" onClick={() => void leave()}>
                Sign out
              </button>
            </>
          )}
        </span>
      </header>
      <GraphiQL
        fetcher={sendOperation}
        defaultTabs={defaultTabs}
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
