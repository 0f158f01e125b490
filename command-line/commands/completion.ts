import { Argument, type Command } from 'commander';
import { completionScript, type Shell, shells } from '../completion/index.js';

/** @param readProgram loads the program with all of its commands */
export function addCompletionCommand(command: Command, readProgram: () => Promise<Command>): void {
  command
    .addArgument(new Argument('<shell>', 'shell that runs the script').choices(shells))
    .addHelpText('after', help)
    .action(async (shell: Shell) => {
      process.stdout.write(completionScript(await readProgram(), shell));
    });
}

const help = `
The script completes the commands of the installed version. To load it on demand, run the commands for your shell:

  bash, with the package bash-completion
    mkdir -p ~/.local/share/bash-completion/completions
    echo 'source <(rampart completion bash)' > ~/.local/share/bash-completion/completions/rampart
  zsh, with fpath+=~/.zfunc before compinit in .zshrc
    mkdir -p ~/.zfunc
    printf '#compdef rampart\\nsource <(rampart completion zsh)\\n' > ~/.zfunc/_rampart
  fish
    echo 'rampart completion fish | source' > ~/.config/fish/completions/rampart.fish`;
