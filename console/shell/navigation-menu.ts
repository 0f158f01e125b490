import { useEffect, useRef, useState } from 'react';
import { useLocation } from '../shared/location.js';

/**
 * The menu of pages on small screens. Navigating to another page closes it. Escape closes it too, and focuses its
 * button.
 */
export function useNavigationMenu() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const location = useLocation();
  useEffect(() => setOpen(false), [location]);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (isOpen && event.key === 'Escape' && document.querySelector('dialog[open]') === null) {
        event.preventDefault();
        setOpen(false);
        button.current?.focus();
      }
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);
  return { isOpen, toggle: () => setOpen(!isOpen), button };
}
