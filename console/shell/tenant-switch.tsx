import { chooseTenant, useChosenTenant, useTenants } from '../shared/chosen-tenant.js';

/** Restricts the pages to one tenant of a person with several. */
export function TenantSwitch() {
  const tenants = useTenants();
  const chosen = useChosenTenant();
  if (tenants.length === 0) {
    return null;
  }
  return (
    <select
      className="shell-tenant"
      aria-label="Tenant"
      value={chosen}
      onChange={(event) => chooseTenant(event.target.value)}
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
