// extension.js - starts `mad lsp` for rule files, and hands to and fro what the editor asks and the server answers. It needs
// nothing but the program `mad`, or what the setting mad.program names.
const vscode = require("vscode");
const { Client } = require("./client");

const SELECTOR = { language: "mad" };

function setting(name, otherwise) {
  return vscode.workspace.getConfiguration("mad").get(name, otherwise);
}

// --- the protocol's places and the editor's; both count units of UTF-16 ------------------------------------------

const rangeOf = (range) =>
  new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
const placeOf = (position) => ({ line: position.line, character: position.character });
const spanOf = (range) => ({ start: placeOf(range.start), end: placeOf(range.end) });
const textOf = (document) => ({ textDocument: { uri: document.uri.toString() } });
const at = (document, position) => ({ ...textOf(document), position: placeOf(position) });
const editsOf = (edits) => (edits || []).map((edit) => new vscode.TextEdit(rangeOf(edit.range), edit.newText));
const locationsOf = (places) => (places || []).map((one) => new vscode.Location(vscode.Uri.parse(one.uri), rangeOf(one.range)));

function workspaceEditOf(edit) {
  const made = new vscode.WorkspaceEdit();
  for (const [uri, edits] of Object.entries((edit && edit.changes) || {})) made.set(vscode.Uri.parse(uri), editsOf(edits));
  return made;
}

// The protocol counts severities from 1, the editor from 0.
function diagnosticOf(found) {
  const made = new vscode.Diagnostic(rangeOf(found.range), found.message, found.severity - 1);
  made.source = "mad";
  made.code = found.code;
  made.relatedInformation = (found.relatedInformation || []).map(
    (one) => new vscode.DiagnosticRelatedInformation(locationsOf([one.location])[0], one.message)
  );
  made.found = found;
  return made;
}

function symbolOf(symbol) {
  const made = new vscode.DocumentSymbol(
    symbol.name, symbol.detail || "", symbol.kind - 1, rangeOf(symbol.range), rangeOf(symbol.selectionRange)
  );
  made.children = (symbol.children || []).map(symbolOf);
  return made;
}

function itemOf(item) {
  const made = new vscode.CompletionItem(item.label, item.kind - 1);
  made.detail = item.detail;
  made.range = rangeOf(item.textEdit.range);
  made.insertText = item.textEdit.newText;
  return made;
}

function actionOf(action, diagnostics) {
  const made = new vscode.CodeAction(action.title, new vscode.CodeActionKind(action.kind));
  made.edit = workspaceEditOf(action.edit);
  made.isPreferred = action.isPreferred;
  made.diagnostics = diagnostics.filter((one) => one.found !== undefined);
  return made;
}

// --- what the editor asks -----------------------------------------------------------------------------------------

function register(server, legend) {
  const ask = (method, params) => server.ask("textDocument/" + method, params).catch(() => null);
  const languages = vscode.languages;
  return [
    languages.registerHoverProvider(SELECTOR, {
      async provideHover(document, position) {
        const hover = await ask("hover", at(document, position));
        return hover && new vscode.Hover(new vscode.MarkdownString(hover.contents.value), hover.range && rangeOf(hover.range));
      },
    }),
    languages.registerDefinitionProvider(SELECTOR, {
      provideDefinition: async (document, position) => locationsOf(await ask("definition", at(document, position))),
    }),
    languages.registerReferenceProvider(SELECTOR, {
      provideReferences: async (document, position, context) =>
        locationsOf(await ask("references", { ...at(document, position), context })),
    }),
    languages.registerCompletionItemProvider(SELECTOR, {
      provideCompletionItems: async (document, position) =>
        ((await ask("completion", at(document, position))) || []).map(itemOf),
    }),
    languages.registerRenameProvider(SELECTOR, {
      provideRenameEdits: async (document, position, newName) =>
        workspaceEditOf(await server.ask("textDocument/rename", { ...at(document, position), newName })),
    }),
    languages.registerDocumentFormattingEditProvider(SELECTOR, {
      provideDocumentFormattingEdits: async (document, options) => editsOf(await ask("formatting", { ...textOf(document), options })),
    }),
    languages.registerDocumentSymbolProvider(SELECTOR, {
      provideDocumentSymbols: async (document) => ((await ask("documentSymbol", textOf(document))) || []).map(symbolOf),
    }),
    languages.registerFoldingRangeProvider(SELECTOR, {
      provideFoldingRanges: async (document) =>
        ((await ask("foldingRange", textOf(document))) || []).map((one) => new vscode.FoldingRange(one.startLine, one.endLine)),
    }),
    languages.registerCodeActionsProvider(SELECTOR, {
      async provideCodeActions(document, range, context) {
        const diagnostics = context.diagnostics.map((one) => one.found).filter((one) => one !== undefined);
        const found = await ask("codeAction", { ...textOf(document), range: spanOf(range), context: { diagnostics } });
        return (found || []).map((action) => actionOf(action, context.diagnostics));
      },
    }),
    languages.registerInlayHintsProvider(SELECTOR, {
      async provideInlayHints(document, range) {
        const hints = await ask("inlayHint", { ...textOf(document), range: spanOf(range) });
        return (hints || []).map((hint) => {
          const made = new vscode.InlayHint(new vscode.Position(hint.position.line, hint.position.character), hint.label);
          made.paddingLeft = hint.paddingLeft;
          return made;
        });
      },
    }),
    languages.registerDocumentSemanticTokensProvider(
      SELECTOR,
      {
        async provideDocumentSemanticTokens(document) {
          const tokens = await ask("semanticTokens/full", textOf(document));
          return tokens && new vscode.SemanticTokens(new Uint32Array(tokens.data));
        },
      },
      new vscode.SemanticTokensLegend(legend.tokenTypes, legend.tokenModifiers)
    ),
  ];
}

// --- what it tells of texts -----------------------------------------------------------------------------------------

function follow(server) {
  const isOurs = (document) => document.languageId === "mad";
  const open = (document) =>
    isOurs(document) &&
    server.tell("textDocument/didOpen", {
      textDocument: { uri: document.uri.toString(), languageId: "mad", version: document.version, text: document.getText() },
    });
  vscode.workspace.textDocuments.forEach(open);
  return [
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (!isOurs(document) || contentChanges.length === 0) return;
      server.tell("textDocument/didChange", {
        textDocument: { uri: document.uri.toString(), version: document.version },
        contentChanges: contentChanges.map((change) => ({ range: spanOf(change.range), text: change.text })),
      });
    }),
    vscode.workspace.onDidSaveTextDocument((document) => isOurs(document) && server.tell("textDocument/didSave", textOf(document))),
    vscode.workspace.onDidCloseTextDocument((document) => isOurs(document) && server.tell("textDocument/didClose", textOf(document))),
  ];
}

let server = null;

async function activate(context) {
  const findings = vscode.languages.createDiagnosticCollection("mad");
  const program = setting("program", "mad");
  const hear = (method, params) => {
    if (method === "textDocument/publishDiagnostics" && setting("lint", true))
      findings.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnosticOf));
  };
  const started = new Client(program, ["lsp"], hear, (why) => {
    findings.clear();
    if (server === started) vscode.window.showWarningMessage(`Rule files get colours alone: ${why}. Which program is mad, the setting mad.program says.`);
  });
  server = started;
  context.subscriptions.push(findings);
  const about = await started
    .ask("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: { textDocument: { publishDiagnostics: { relatedInformation: true } } },
      initializationOptions: { least: setting("least", "warning") },
    })
    .catch(() => null);
  if (about === null) return;
  started.tell("initialized", {});
  context.subscriptions.push(...register(started, about.capabilities.semanticTokensProvider.legend), ...follow(started));
}

async function deactivate() {
  const ending = server;
  server = null;
  if (ending !== null) await ending.end();
}

module.exports = { activate, deactivate };
