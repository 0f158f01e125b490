import { SelectField, TextField } from './fields.js';
import { useSession } from './session-store.js';

interface TenantFieldProps {
  /** The meaning of an empty field for a person with a role for all tenants. Absent: the field is not shown to them. */
  readonly placeholder?: string;
  /** Tenants that are not offered. */
  readonly omitted?: readonly (string | null)[];
  readonly value: string;
  readonly onChange: (tenantId: string) => void;
}

/**
 * The tenant of a new object. A person with several tenants must select one of them. Nothing is shown to a person with
 * one tenant, to which the object belongs.
 */
export function TenantField({ placeholder, omitted = [], value, onChange }: TenantFieldProps) {
  const state = useSession();
  const tenants = 'session' in state ? state.session.tenants : [];
  if (tenants === null && placeholder !== undefined) {
    return <TextField label="Tenant" placeholder={placeholder} value={value} onChange={onChange} />;
  }
  if (tenants === null || tenants.length < 2) {
    return null;
  }
  const offered = tenants.filter((tenant) => !omitted.includes(tenant));
  return (
    <SelectField
      label="Tenant"
      required
      options={[['', 'Select a tenant'], ...offered.map((tenant) => [tenant, tenant] as const)]}
      value={offered.includes(value) ? value : ''}
      onChange={onChange}
    />
  );
}

/** The `tenantId` of a mutation; undefined for the tenant of the person, or for none. */
export function tenantInput(tenantId: string): string | undefined {
  return tenantId.trim() || undefined;
}
