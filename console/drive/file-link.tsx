interface FileLinkProps {
  /** The URL of the file at the document site; null: unknown. */
  readonly href: string | null;
  readonly name: string;
}

/** The name of a file, which links to the document site. */
export function FileLink({ href, name }: FileLinkProps) {
  return href === null ? (
    name
  ) : (
    <a href={href} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
