import { useSyncExternalStore } from 'react';
import { useSession } from './session-store.js';

/** Stored in this browser, for all its tabs. */
const tenantKey = 'rampart.tenant';
const changed = 'rampart:tenant';

/** The tenants of the session that a person can choose from; empty if there is nothing to choose. */
export function useTenants(): readonly string[] {
  const state = useSession();
  const tenants = 'session' in state ? state.session.tenants : null;
  return tenants !== null && tenants.length > 1 ? tenants : [];
}

/** The tenant that the pages show unless their filter names one; empty: all tenants of the session. */
export function useChosenTenant(): string {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(tenantKey) ?? '');
  return useTenants().includes(stored) ? stored : '';
}

export function chooseTenant(tenant: string): void {
  localStorage.setItem(tenantKey, tenant);
  dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  // Other tabs send `storage`.
  for (const type of ['storage', changed]) {
    addEventListener(type, listener);
  }
  return () => {
    for (const type of ['storage', changed]) {
      removeEventListener(type, listener);
    }
  };
}
