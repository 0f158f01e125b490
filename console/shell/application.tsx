import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../shared/button.js';
import { hrefOf, useLocation } from '../shared/location.js';
import type { Page } from '../shared/page.js';
import { useAccess, useViewer } from '../shared/permissions.js';
import { RefreshFailure } from '../shared/refresh-failure.js';
import { useIdentity, useSession } from '../shared/session-store.js';
import { EmptyPanel, LoadingPanel } from '../shared/states.js';
import { ErrorBoundary } from './error-boundary.js';
import { useNavigationMenu } from './navigation-menu.js';
import { pages } from './pages.js';
import { SessionEnded } from './session-ended.js';
import { SessionMenu } from './session-menu.js';
import { useLinks } from './use-links.js';

/**
 * Permissions of every administrator, analyst and viewer. Pages that require one of them are also listed for anonymous
 * callers, and show the sign-in form.
 */
const readerPermissions: readonly string[] = ['zones.read', 'zones.imports', 'brands.read', 'rdap.read'];

/** The pages of the navigation that the person may open. */
function useListedPages(): readonly Page[] {
  const { id } = useViewer();
  const hasAccess = useAccess();
  return pages.filter(
    ({ isUnlisted, parent, permission }) =>
      isUnlisted !== true &&
      parent === undefined &&
      (hasAccess(permission) || (id === '' && readerPermissions.includes(permission))),
  );
}

/** The pages with a link in the main navigation: of each group, only the first page. */
function firstOfGroups(pages: readonly Page[]): readonly Page[] {
  return pages.filter(
    ({ group }, index) => group === undefined || pages.findIndex((page) => page.group === group) === index,
  );
}

/** The ancestors of a page, from the outermost one to its parent. */
function ancestorsOf(page: Page | undefined): readonly Page[] {
  const parent = pages.find(({ path }) => path === page?.parent);
  return parent === undefined ? [] : [...ancestorsOf(parent), parent];
}

/**
 * The value of `aria-current`: `page` for the link of the open page or its group, `true` for an ancestor of the open
 * page.
 */
function currentOf(candidate: Page, page: Page | undefined): 'page' | 'true' | undefined {
  const isOpen = ({ path, group }: Page) =>
    candidate.path === path || (candidate.group !== undefined && candidate.group === group);
  if (page !== undefined && isOpen(page)) {
    return 'page';
  }
  return ancestorsOf(page).some(isOpen) ? 'true' : undefined;
}

/** The frame of every page: navigation, session menu, and the page at the current URL. */
export function Application() {
  const { path } = useLocation();
  const page = path === '/' ? pages[0] : pages.find((candidate) => candidate.path === path);
  const main = useFocusOnPageChange(page);
  const session = useSession();
  const linkTo = useLinks(page);
  const listedPages = useListedPages();
  const hasEnded = session.status === 'ended';
  const inputOwner = useInputOwner();

  useEffect(() => {
    document.title = page === undefined ? 'Page not found · Rampart' : `${page.title} · Rampart`;
  }, [page]);

  return (
    <>
      <Button className="skip-link" onClick={() => main.current?.focus()}>
        Skip to main content
      </Button>
      <Bar page={page} listed={listedPages} linkTo={linkTo} />
      {hasEnded && <SessionEnded name={session.session.name} />}
      <main id="main" className="shell-main" tabIndex={-1} ref={main} hidden={hasEnded}>
        <Breadcrumb page={page} linkTo={linkTo} />
        <Tabs page={page} listed={listedPages} linkTo={linkTo} />
        <RefreshFailure />
        <ErrorBoundary key={`${inputOwner} ${path}`}>
          {page === undefined ? <PageNotFound /> : <PageContent page={page} />}
        </ErrorBoundary>
      </main>
    </>
  );
}

/** A number that changes when the person signs out or another one signs in, which discards the input on the page. */
function useInputOwner(): number {
  const identity = useIdentity();
  const [last, setLast] = useState({ identity, number: 0 });
  if (last.identity !== identity) {
    setLast({ identity, number: last.identity ? last.number + 1 : last.number });
  }
  return last.number;
}

interface NavigationProps {
  readonly page: Page | undefined;
  readonly listed: readonly Page[];
  readonly linkTo: (page: Page) => string;
}

function Bar({ page, listed, linkTo }: NavigationProps) {
  const menu = useNavigationMenu();
  return (
    <header className={menu.isOpen ? 'shell-bar shell-bar-open' : 'shell-bar'}>
      <a className="shell-name" href={hrefOf('/')}>
        <img src="console/mark.svg" alt="" width="24" height="24" />
        Rampart
      </a>
      <Button size="small" className="shell-toggle" aria-expanded={menu.isOpen} ref={menu.button} onClick={menu.toggle}>
        Menu
      </Button>
      <nav className="shell-pages" aria-label="Main">
        {firstOfGroups(listed).map((candidate) => (
          <a key={candidate.path} href={linkTo(candidate)} aria-current={currentOf(candidate, page)}>
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
  );
}

/** The pages of the group of the open page; nothing if it is the only one. */
function Tabs({ page, listed, linkTo }: NavigationProps) {
  const tabs = listed.filter(({ group }) => group !== undefined && group === page?.group);
  return (
    tabs.length > 1 && (
      <nav className="tabs shell-tabs" aria-label={page?.group}>
        {tabs.map((tab) => (
          <a key={tab.path} href={linkTo(tab)} aria-current={tab === page ? 'page' : undefined}>
            {tab.title}
          </a>
        ))}
      </nav>
    )
  );
}

/** The page, unless the person is known to lack permission. Until permissions are known, the server decides. */
function PageContent({ page }: { readonly page: Page }) {
  const { id, permissions } = useViewer();
  if (id !== '' && !permissions.includes(page.permission)) {
    return (
      <div className="page">
        <h1>{page.title}</h1>
        <section className="state-panel" role="alert">
          <h2>Permission denied</h2>
          <p>
            This page requires the permission <code>{page.permission}</code>, which your role or tenant does not have.
            Ask an administrator for access.
          </p>
        </section>
      </div>
    );
  }
  return (
    <Suspense fallback={<LoadingPanel dataName="the page" />}>
      <page.component />
    </Suspense>
  );
}

/** Links to the ancestors of the open page. Nothing is shown for a page in the navigation. */
function Breadcrumb({ page, linkTo }: Omit<NavigationProps, 'listed'>) {
  const ancestors = ancestorsOf(page);
  if (page === undefined || ancestors.length === 0) {
    return null;
  }
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <ol>
        {ancestors.map((ancestor) => (
          <li key={ancestor.path}>
            <a href={linkTo(ancestor)}>{ancestor.title}</a>
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
      <EmptyPanel title="There is no page at this address">
        <p>
          <a href={hrefOf('/')}>Go to the overview</a>
        </p>
      </EmptyPanel>
    </div>
  );
}

/** Moves the focus to the content when another page opens, as a browser does after loading a page. */
function useFocusOnPageChange(page: Page | undefined) {
  const main = useRef<HTMLElement>(null);
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current !== page) {
      shownPage.current = page;
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  }, [page]);
  return main;
}
