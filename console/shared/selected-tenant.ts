import { useState, useSyncExternalStore } from 'react';
import { useSession } from './session-store.js';

/** Key of the selected tenant in the storage of this browser, which all its tabs share. */
const tenantKey = 'rampart.tenant';
const tenantChangedEvent = 'rampart:tenant';

/**
 * Tenants that the signed-in person can select. Empty if the session has all tenants or only one, or nobody is signed
 * in.
 */
export function useTenants(): readonly string[] {
  const state = useSession();
  const tenants = 'session' in state ? state.session.tenants : null;
  return tenants !== null && tenants.length > 1 ? tenants : [];
}

/** The tenant that pages show unless their filter has another one. Empty: all tenants of the session. */
export function useSelectedTenant(): string {
  const storedTenant = useSyncExternalStore(subscribe, () => localStorage.getItem(tenantKey) ?? '');
  return useTenants().includes(storedTenant) ? storedTenant : '';
}

/** The tenant of a new object: the selected tenant until the person chooses another one for the object. */
export function useTenantChoice(): readonly [tenant: string, choose: (tenant: string) => void] {
  const selectedTenant = useSelectedTenant();
  const [chosenTenant, choose] = useState<string>();
  return [chosenTenant ?? selectedTenant, choose];
}

export function selectTenant(tenant: string): void {
  localStorage.setItem(tenantKey, tenant);
  dispatchEvent(new Event(tenantChangedEvent));
}

function subscribe(listener: () => void): () => void {
  // The `storage` event is sent by other tabs only.
  for (const type of ['storage', tenantChangedEvent]) {
    addEventListener(type, listener);
  }
  return () => {
    for (const type of ['storage', tenantChangedEvent]) {
      removeEventListener(type, listener);
    }
  };
}
