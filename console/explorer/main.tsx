import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './explorer.css';
import { createRoot } from 'react-dom/client';
import { Explorer } from './explorer.js';

const container = document.getElementById('explorer');
if (container) {
  createRoot(container).render(<Explorer />);
}
