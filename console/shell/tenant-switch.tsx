import { selectTenant, useSelectedTenant, useTenants } from '../shared/selected-tenant.js';

/** Restricts the pages to one tenant of a person with several. */
export function TenantSwitch() {
  const tenants = useTenants();
  const selectedTenant = useSelectedTenant();
  if (tenants.length === 0) {
    return null;
  }
  return (
    <select
      className="shell-tenant"
      aria-label="Tenant"
      value={selectedTenant}
      onChange={(event) => selectTenant(event.target.value)}
    >
      <option value="">All {tenants.length} tenants</option>
      {tenants.map((tenant) => (
        <option key={tenant} value={tenant}>
          {tenant}
        </option>
      ))}
    </select>
  );
}
