import { selectTenant, useSelectedTenant, useTenants } from '../shared/selected-tenant.js';

/** Lets a person with several tenants restrict all pages to one of them. */
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
