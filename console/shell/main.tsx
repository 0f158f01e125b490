import '../shared/styles/tokens.css';
import '../shared/styles/base.css';
import '../shared/styles/controls.css';
import '../shared/styles/tables.css';
import '../shared/styles/pages.css';
import './shell.css';
import { createRoot } from 'react-dom/client';
import { followVisits } from '../overview/last-visit.js';
import { followActivity } from '../shared/activity.js';
import { keepFocus } from '../shared/keep-focus.js';
import { loadAllPages } from '../shared/lazy-page.js';
import { ViewerProvider } from '../shared/permissions.js';
import { followSession } from '../shared/session-store.js';
import { Application } from './application.js';

/** Delay before the other pages are preloaded, because preloading would slow down the first page. */
const quietTimeMs = 5000;

const container = document.getElementById('console');
if (container) {
  followSession();
  followVisits();
  followActivity();
  keepFocus();
  createRoot(container).render(
    <ViewerProvider>
      <Application />
    </ViewerProvider>,
  );
  setTimeout(() => void loadAllPages(), quietTimeMs);
}
