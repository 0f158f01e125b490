import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

interface LockedPackage {
  /** The name of a package that is installed under an alias. */
  readonly name?: string;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

function lockedPackages(): [string, LockedPackage][] {
  const text = readFileSync(join(projectRoot, 'package-lock.json'), 'utf8');
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(text);
  return Object.entries(packages).filter(([path]) => path !== '');
}

/** URL of a package in npm's registry. npm replaces this registry with the configured one. */
function addressOf(path: string, { name = nameAt(path), version }: LockedPackage): string {
  return `https://registry.npmjs.org/${name}/-/${name.slice(name.lastIndexOf('/') + 1)}-${version}.tgz`;
}

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

// Without the registry URL, `npm ci` requests the list of versions of each package, a quarter of its duration.
test('every package is locked by version, SHA-512 digest and registry URL', () => {
  const packages = lockedPackages();
  expect(packages.length).toBeGreaterThan(100);
  const loose = packages.filter(([path, entry]) => {
    const { version, integrity, resolved, link } = entry;
    const isLocked = version !== undefined && integrity?.startsWith('sha512-') && resolved === addressOf(path, entry);
    return !isLocked || link === true;
  });
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('package.json specifies exact versions of runtime packages, and no URLs', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const versions = Object.entries({ ...dependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([]);
});

test('package.json permits or forbids the install script of every package, and permits none that reports usage', () => {
  const { allowScripts, scarfSettings } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const withScript = lockedPackages().filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = withScript.map(([path]) => nameAt(path));
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort());
  expect(allowScripts['@scarf/scarf']).toBe(false);
  expect(scarfSettings).toEqual({ enabled: false }); // npm before version 12 ignores allowScripts.
});
