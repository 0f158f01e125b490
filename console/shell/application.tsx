import { Suspense, useEffect, useRef } from 'react';
import { hrefOf, useLocation } from '../shared/location.js';
import type { Page } from '../shared/page.js';
import { usePermissions } from '../shared/permissions.js';
import { useSession } from '../shared/session-store.js';
import { EmptyPanel, LoadingPanel } from '../shared/states.js';
import { timeRangeOf } from '../shared/time-range.js';
import { pages } from './domains.js';
import { ErrorBoundary } from './error-boundary.js';
import { useNavigationMenu } from './navigation-menu.js';
import { SessionEnded } from './session-ended.js';
import { SessionMenu } from './session-menu.js';

/** The pages of the navigation: of a group, only the first that the person may open. */
function listedPages(permissions: readonly string[]): readonly Page[] {
  const open = pages.filter(
    ({ isUnlisted, permission }) =>
      isUnlisted !== true && (permission === undefined || permissions.includes(permission)),
  );
  return open.filter(
    ({ group }, index) => group === undefined || open.findIndex((each) => each.group === group) === index,
  );
}

/** The pages that a page belongs to, from the outermost to its parent. */
function ancestorsOf(page: Page | undefined): readonly Page[] {
  const parent = pages.find(({ path }) => path === page?.parent);
  return parent === undefined ? [] : [...ancestorsOf(parent), parent];
}

/** `page` for the link of the open page or its group, `true` for that of a page which the open one belongs to. */
function currentOf(candidate: Page, page: Page | undefined): 'page' | 'true' | undefined {
  const marks = ({ path, group }: Page) =>
    candidate.path === path || (candidate.group !== undefined && candidate.group === group);
  if (page !== undefined && marks(page)) {
    return 'page';
  }
  return ancestorsOf(page).some(marks) ? 'true' : undefined;
}

/** The frame of every page: navigation, session menu, and the page of the current address. */
export function Application() {
  const { path, search } = useLocation();
  const page = path === '/' ? pages[0] : pages.find((candidate) => candidate.path === path);
  const main = useFocusOnPageChange(page);
  const session = useSession();
  const permissions = usePermissions();
  const menu = useNavigationMenu();
  const hasEnded = session.status === 'ended';

  useEffect(() => {
    document.title = page === undefined ? 'Page not found · Rampart' : `${page.title} · Rampart`;
  }, [page]);

  return (
    <>
      <button type="button" className="button skip-link" onClick={() => main.current?.focus()}>
        Skip to main content
      </button>
      <header className={menu.isOpen ? 'shell-bar shell-bar-open' : 'shell-bar'}>
        <a className="shell-name" href={hrefOf('/')}>
          <img src="console/mark.svg" alt="" width="24" height="24" />
          Rampart
        </a>
        <button
          type="button"
          className="button button-small shell-toggle"
          aria-expanded={menu.isOpen}
          ref={menu.button}
          onClick={menu.toggle}
        >
          Menu
        </button>
        <nav className="shell-pages" aria-label="Main">
          {listedPages(permissions).map((candidate) => (
            <a
              key={candidate.path}
              href={hrefOf(candidate.path, candidate.hasTimeRange ? timeRangeOf(search) : undefined)}
              aria-current={currentOf(candidate, page)}
            >
              {candidate.group ?? candidate.title}
            </a>
          ))}
        </nav>
        <details className="shell-tools">
          <summary>Developer</summary>
          <nav aria-label="Developer tools">
            <a href="graphql">Explorer</a>
            <a href="docs/">REST reference</a>
            <a href="schema.graphql">Schema</a>
          </nav>
        </details>
        <SessionMenu />
      </header>
      {hasEnded && <SessionEnded name={session.session.name} />}
      <main id="main" className="shell-main" tabIndex={-1} ref={main} hidden={hasEnded}>
        <Breadcrumb page={page} />
        <ErrorBoundary key={path}>
          {page === undefined ? (
            <PageNotFound />
          ) : (
            <Suspense fallback={<LoadingPanel what="the page" />}>
              <page.component />
            </Suspense>
          )}
        </ErrorBoundary>
      </main>
    </>
  );
}

/** Links to the pages that the open one belongs to; nothing for a page of the navigation. */
function Breadcrumb({ page }: { readonly page: Page | undefined }) {
  const ancestors = ancestorsOf(page);
  if (page === undefined || ancestors.length === 0) {
    return null;
  }
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <ol>
        {ancestors.map(({ path, title }) => (
          <li key={path}>
            <a href={hrefOf(path)}>{title}</a>
          </li>
        ))}
        <li aria-current="page">{page.title}</li>
      </ol>
    </nav>
  );
}

function PageNotFound() {
  return (
    <div className="page">
      <h1>Page not found</h1>
      <EmptyPanel title="No page has this address">
        <p>
          <a href={hrefOf('/')}>Go to the overview</a>
        </p>
      </EmptyPanel>
    </div>
  );
}

/** Moves the focus to the content when another page opens, as a full page load does. */
function useFocusOnPageChange(page: Page | undefined) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current !== page) {
      shown.current = page;
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  }, [page]);
  return main;
}
