// Asks who is signed in while the console loads, so that its first queries need not wait for the answer.
globalThis.earlySession = fetch('session', { headers: { 'x-rampart-session': '1' } });
globalThis.earlySession.catch(() => undefined);
