import '../shared/styles/tokens.css';
import '../shared/styles/base.css';
import '../shared/styles/controls.css';
import './shell.css';
import { createRoot } from 'react-dom/client';
import { Application } from './application.js';

const container = document.getElementById('console');
if (container) {
  createRoot(container).render(<Application />);
}
