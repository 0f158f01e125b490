import { useState } from 'react';
import { Dialog } from '../shared/dialog.js';
import { countOf } from '../shared/format.js';
import { exportFormats, hrefOfExport } from './export.js';
import type { AlertFilterInput } from './filter.js';

interface ExportMenuProps {
  readonly total: number;
  readonly filter: AlertFilterInput;
}

/** Downloads all alerts of the filter. */
export function ExportMenu({ total, filter }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  // The keys of the literal.
  const formats = Object.keys(exportFormats) as (keyof typeof exportFormats)[];
  return (
    <>
      <button type="button" className="button button-small" onClick={() => setOpen(true)}>
        Export
      </button>
      {isOpen && (
        <Dialog title="Export" onClose={() => setOpen(false)}>
          {(close) => (
            <>
              <p>Downloads {countOf(total, 'alert')}, all that match the filters, newest first.</p>
              <ul className="plain-list">
                {formats.map((format) => (
                  <li key={format}>
                    <a href={hrefOfExport(format, filter)} download onClick={close}>
                      {exportFormats[format]}
                    </a>
                  </li>
                ))}
              </ul>
              <div className="dialog-actions">
                <button type="button" className="button" onClick={close}>
                  Close
                </button>
              </div>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
