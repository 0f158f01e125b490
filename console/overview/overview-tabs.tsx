import { hrefOf } from '../shared/location.js';

/** The pages that join all domains, which share one link in the navigation. */
export const overviewPages = {
  overview: { path: '/overview', title: 'Overview' },
  health: { path: '/health', title: 'Health' },
} as const;

/** Links to the pages that join all domains. */
export function OverviewTabs({ page }: { readonly page: keyof typeof overviewPages }) {
  return (
    <nav className="tabs" aria-label="Overview">
      {Object.values(overviewPages).map(({ path, title }) => (
        <a key={path} href={hrefOf(path)} aria-current={path === overviewPages[page].path ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
