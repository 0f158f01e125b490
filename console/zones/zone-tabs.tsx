import { hrefOf } from '../shared/location.js';

/** The pages of zones, which share one link in the navigation. */
export const zonePages = {
  zones: { path: '/zones', title: 'Zones' },
  search: { path: '/observations', title: 'Observations' },
  brands: { path: '/brands', title: 'Brands' },
  policyZones: { path: '/policy-zones', title: 'Policy zones' },
  bulkRegistrations: { path: '/bulk-registrations', title: 'Bulk registrations' },
  lookAlikes: { path: '/look-alikes', title: 'Look-alikes' },
  registrations: { path: '/registrations', title: 'Registrations' },
} as const;

/** Links to the pages of zones. */
export function ZoneTabs({ page }: { readonly page: keyof typeof zonePages }) {
  return (
    <nav className="tabs" aria-label="Zones">
      {Object.values(zonePages).map(({ path, title }) => (
        <a key={path} href={hrefOf(path)} aria-current={path === zonePages[page].path ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
