import { hrefOf } from './location.js';

/** Returns the URL of the page about a domain. */
export function hrefOfDomain(name: string): string {
  return hrefOf('/domain', { name });
}

/** A domain name that links to its page. */
export function DomainLink({ name }: { readonly name: string }) {
  return <a href={hrefOfDomain(name)}>{name}</a>;
}

interface DomainNamesProps {
  readonly name: string;
  readonly unicodeName: string;
}

/** A domain name that links to its page, and its name in Unicode where that differs. */
export function DomainNames({ name, unicodeName }: DomainNamesProps) {
  return (
    <>
      <DomainLink name={name} />
      {unicodeName !== name && <span className="row-second">{unicodeName}</span>}
    </>
  );
}
