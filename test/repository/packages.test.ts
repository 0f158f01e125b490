import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../platform/project-root.js';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

function locked(): [string, LockedPackage][] {
  const text = readFileSync(join(projectRoot, 'package-lock.json'), 'utf8');
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(text);
  return Object.entries(packages).filter(([path]) => path !== '');
}

test('every package is locked by version and SHA-512, and comes from the configured registry', () => {
  const packages = locked();
  expect(packages.length).toBeGreaterThan(100);
  const loose = packages.filter(
    ([, { version, integrity, resolved, link }]) =>
      version === undefined || !integrity?.startsWith('sha512-') || resolved !== undefined || link === true,
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('package.json has exact versions of packages installed with the product, and no URLs', () => {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const versions = Object.entries({ ...dependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([]);
});

test('package.json decides about the install script of every package, and permits none that reports its users', () => {
  const { allowScripts, scarfSettings } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  const withScript = locked().filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = withScript.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort());
  expect(allowScripts['@scarf/scarf']).toBe(false);
  expect(scarfSettings).toEqual({ enabled: false }); // Versions of npm before 12 ignore allowScripts.
});
