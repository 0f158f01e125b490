export interface Tile {
  readonly label: string;
  readonly value: string;
  /** URL of the items that the value counts. */
  readonly href: string;
  readonly isUrgent?: boolean;
}

/** Counts, each with a link to the counted items. */
export function Tiles({ label, tiles }: { readonly label: string; readonly tiles: readonly Tile[] }) {
  return (
    <ul className="tiles" aria-label={label}>
      {tiles.map((tile) => (
        <li key={tile.href + tile.label}>
          <a className={tile.isUrgent ? 'tile tile-urgent' : 'tile'} href={tile.href}>
            <strong>{tile.value}</strong>
            <span>{tile.label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
