import '../shared/styles/tokens.css';
import '../shared/styles/base.css';
import '../shared/styles/controls.css';
import './shell.css';
import { createRoot } from 'react-dom/client';
import { ViewerProvider } from '../shared/permissions.js';
import { followSession } from '../shared/session-store.js';
import { Application } from './application.js';

const container = document.getElementById('console');
if (container) {
  followSession();
  createRoot(container).render(
    <ViewerProvider>
      <Application />
    </ViewerProvider>,
  );
}
