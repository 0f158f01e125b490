import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../support/command-line.js';
import { temporaryFolder } from '../support/running-server.js';
import { Terminal } from '../support/terminal.js';

const prompt = 'ready> ';
const folder = temporaryFolder();
const workingDirectory = join(folder.path, 'work');

/**
 * Starts each shell in a terminal, with the completion script, and a function that prints the arguments of the command.
 */
const shells = {
  bash: {
    command: `bash --noprofile --rcfile ${folder.path}/bash/rc -i`,
    files: {
      rc: `PS1='${prompt}'; rampart() { printf 'GOT[%s]' "$@"; echo; }; bind 'set enable-bracketed-paste off'; source ${folder.path}/bash/script`,
    },
  },
  zsh: {
    command: 'zsh -i',
    files: {
      '.zshrc': `PS1='${prompt}'; rampart() { printf 'GOT[%s]' "$@"; echo }; fpath+=${folder.path}/zsh; autoload -U compinit; compinit -u; setopt no_auto_remove_slash`,
      _rampart: `#compdef rampart\nsource ${folder.path}/zsh/script\n`,
    },
  },
  fish: {
    command: `fish --no-config -i --init-command 'source ${folder.path}/fish/start'`,
    files: {
      start: `set -g fish_greeting; function fish_prompt; echo -n '${prompt}'; end; function rampart; printf 'GOT[%s]' $argv; echo; end; source ${folder.path}/fish/script`,
    },
  },
};

type ShellName = keyof typeof shells;

const names = Object.keys(shells) as ShellName[]; // The keys of the table above.
const installed = names.filter(isInstalled);
for (const name of names.filter((shell) => !installed.includes(shell))) {
  console.log(`${name} is not installed here: its completion is not tested.`);
}

beforeAll(() => {
  mkdirSync(join(workingDirectory, 'keys'), { recursive: true });
  for (const file of ['license.jws', 'keys/public.pem', 'odd name.ndjson'])
    writeFileSync(join(workingDirectory, file), '');
});

afterAll(() => {
  folder.remove();
});

describe.each(installed)('completion in %s', (name) => {
  let terminal: Terminal;

  beforeAll(async () => {
    const shellFolder = join(folder.path, name);
    mkdirSync(shellFolder);
    const { output } = await runCommand(['completion', name]);
    for (const [file, content] of Object.entries({ ...shells[name].files, script: output })) {
      writeFileSync(join(shellFolder, file), content);
    }
    terminal = new Terminal(shells[name].command, {
      workingDirectory: workingDirectory,
      environment: {
        HOME: shellFolder,
        ZDOTDIR: shellFolder,
        XDG_CONFIG_HOME: shellFolder,
        XDG_DATA_HOME: shellFolder,
      },
    });
    await terminal.until(/ready> /);
  });

  afterAll(() => {
    terminal.close();
  });

  test.each([
    ['commands', 'contr\trel\tg-1', ['controllers', 'release', 'g-1']],
    ['options', 'tokens create ada --ten\tacme', ['tokens', 'create', 'ada', '--tenant', 'acme']],
    ['the choices of an option', 'tokens create ada --role ana\t', ['tokens', 'create', 'ada', '--role', 'analyst']],
    ['several choices of an option', 'serve --only gate\tlic\t', ['serve', '--only', 'gateway', 'licenses']],
    ['the choices of an argument', 'compl\tfi\t', ['completion', 'fish']],
    ['a file', 'license show lic\t', ['license', 'show', 'license.jws']],
    [
      'the file of an option',
      'license show x --public-key keys/p\t',
      ['license', 'show', 'x', '--public-key', 'keys/public.pem'],
    ],
    ['a file with a space in its name', 'alerts import odd\t', ['alerts', 'import', 'odd name.ndjson']],
    ['a directory', 'license keypair k\t', ['license', 'keypair', 'keys/']],
    ['no file if none is expected', 'accounts approve lic\t', ['accounts', 'approve', 'lic']],
  ])('completes %s', async (_, keys, words) => {
    terminal.type(`rampart ${keys}\r`);
    const [line] = await terminal.until(/GOT\[.*\](?=\r?\n)/);
    await terminal.until(/ready> /);
    expect([...line.matchAll(/GOT\[(.*?)\]/g)].map(([, word]) => word)).toEqual(words);
  });
});

test('the completion command rejects unknown shells', async () => {
  const { code, errors } = await runCommand(['completion', 'tcsh']);
  expect({ code, errors }).toMatchObject({ code: 2, errors: expect.stringContaining('bash, zsh, fish') });
});

function isInstalled(name: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${name} && command -v script`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
