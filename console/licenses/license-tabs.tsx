import { hrefOf } from '../shared/location.js';
import { controllersPath, usagePath } from './paths.js';

/** The pages of licenses, which share one link in the navigation. */
const licensePages = {
  controllers: { path: controllersPath, title: 'Controllers' },
  usage: { path: usagePath, title: 'Usage log' },
} as const;

/** Links to the pages of licenses. */
export function LicenseTabs({ page }: { readonly page: keyof typeof licensePages }) {
  return (
    <nav className="tabs" aria-label="Licenses">
      {Object.values(licensePages).map(({ path, title }) => (
        <a key={path} href={hrefOf(path)} aria-current={path === licensePages[page].path ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
