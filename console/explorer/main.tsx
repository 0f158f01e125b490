import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './explorer.css';
import { createRoot } from 'react-dom/client';
import { followSession } from '../shared/session-store.js';
import { Explorer } from './explorer.js';

const container = document.getElementById('explorer');
if (container) {
  // GraphiQL would keep the responses of the person who has signed out.
  followSession({ onSignedOut: () => location.reload() });
  createRoot(container).render(<Explorer />);
}
