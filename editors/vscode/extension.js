// Starts the language server, `rulebook lsp`, for .rules files.

const { commands, window, workspace } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

async function start() {
  const command = workspace.getConfiguration('rulebook').get('path') || 'rulebook';
  client = new LanguageClient(
    'rulebook',
    'rulebook',
    { command, args: ['lsp'] },
    {
      documentSelector: [{ language: 'rulebook' }],
      synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.rules') },
    },
  );
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`\`${command} lsp\` does not start: ${error.message}. Set "rulebook.path" to the program.`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running && running.needsStop()) {
    await running.stop();
  }
}

async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand('rulebook.restart', async () => {
      await stop();
      await start();
    }),
    workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration('rulebook.path')) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
