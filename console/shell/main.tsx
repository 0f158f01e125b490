import '../shared/styles/tokens.css';
import '../shared/styles/base.css';
import '../shared/styles/controls.css';
import './shell.css';
import { createRoot } from 'react-dom/client';
import { Application } from './application.js';

const place = document.getElementById('console');
if (place) {
  createRoot(place).render(<Application />);
}
