// vscode.js - the extension for Visual Studio Code against a real `mad lsp`, in an editor that is made of as little as it asks for.
//
// usage: node tests/vscode.js, from the top folder, when ./mad is built. MAD=path runs another program.
const assert = require("assert");
const path = require("path");
const Module = require("module");

const TEXT = 'mad 1\n\ngame "Small" like chess\n\nadd to Knight\n  move or capture leap 1,4\n\ntest "one"\n  play e4\n  count is 20\n';

class Position { constructor(line, character) { this.line = line; this.character = character; } }
class Range {
  constructor(a, b, c, d) { this.start = new Position(a, b); this.end = new Position(c, d); }
}
class Plain { constructor(...values) { this.values = values; } }
class Diagnostic { constructor(range, message, severity) { Object.assign(this, { range, message, severity }); } }
class WorkspaceEdit {
  constructor() { this.edits = new Map(); }
  set(uri, edits) { this.edits.set(uri.toString(), edits); }
}
class TextEdit { constructor(range, newText) { Object.assign(this, { range, newText }); } }
class CodeAction { constructor(title, kind) { Object.assign(this, { title, kind }); } }
class InlayHint { constructor(position, label) { Object.assign(this, { position, label }); } }

const providers = {};
const listeners = {};
const published = new Map();
const warnings = [];
const settings = { program: process.env.MAD || path.resolve("mad") };
const register = (name) => (selector, provider) => { providers[name] = provider; return { dispose() {} }; };
const listen = (name) => (then) => { listeners[name] = then; return { dispose() {} }; };
const uriOf = (text) => ({ toString: () => text });
const documentOf = (text, version) => ({ languageId: "mad", version, uri: uriOf("file:///nowhere/a.mad"), getText: () => text });

const vscode = {
  Position, Range, Diagnostic, WorkspaceEdit, TextEdit, CodeAction, InlayHint,
  Location: Plain, Hover: Plain, MarkdownString: Plain, CompletionItem: Plain, DocumentSymbol: Plain, FoldingRange: Plain,
  CodeActionKind: Plain, SemanticTokens: Plain, SemanticTokensLegend: Plain, DiagnosticRelatedInformation: Plain,
  Uri: { parse: uriOf },
  window: { showWarningMessage: (text) => warnings.push(text) },
  workspace: {
    textDocuments: [documentOf(TEXT, 1)],
    getConfiguration: () => ({ get: (name, otherwise) => (name in settings ? settings[name] : otherwise) }),
    onDidOpenTextDocument: listen("open"), onDidChangeTextDocument: listen("change"),
    onDidSaveTextDocument: listen("save"), onDidCloseTextDocument: listen("close"),
  },
  languages: {
    createDiagnosticCollection: () => ({ set: (uri, found) => published.set(uri.toString(), found), clear: () => published.clear() }),
  },
};
for (const name of ["Hover", "Definition", "Reference", "CompletionItem", "Rename", "DocumentFormattingEdit", "DocumentSymbol",
  "FoldingRange", "CodeActions", "InlayHints", "DocumentSemanticTokens"])
  vscode.languages[`register${name}Provider`] = register(name);

const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = require(path.resolve("grammar/editors/vscode/extension.js"));

async function until(what, holds) {
  for (let i = 0; i < 600; i++) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`never came: ${what}`);
}

async function main() {
  const document = vscode.workspace.textDocuments[0];
  const whole = new Range(0, 0, 9, 0);
  await extension.activate({ subscriptions: [] });
  await until("findings", () => published.size > 0);
  assert.deepStrictEqual(published.get(document.uri.toString()), []);

  const hover = await providers.Hover.provideHover(document, new Position(4, 9));
  assert.match(hover.values[0].values[0], /leap 1,4/);
  // 20, and 4 leaps of the Knights
  const hints = await providers.InlayHints.provideInlayHints(document, whole);
  assert.deepStrictEqual(hints.map((hint) => [hint.position.line, hint.label]), [[8, "24 moves"]]);
  const tokens = await providers.DocumentSemanticTokens.provideDocumentSemanticTokens(document);
  assert.strictEqual(tokens.values[0].length % 5, 0);
  assert.ok((await providers.CompletionItem.provideCompletionItems(document, new Position(9, 0))).length > 10);
  assert.ok((await providers.DocumentSymbol.provideDocumentSymbols(document)).length > 0);
  const layout = await providers.DocumentFormattingEdit.provideDocumentFormattingEdits(document, {});
  assert.deepStrictEqual(layout, []);

  // `leap 1,4` becomes `leap 1 4`: an error with a correction.
  const change = { range: new Range(5, 24, 5, 25), text: " " };
  listeners.change({ document: { ...documentOf("", 2) }, contentChanges: [change] });
  await until("the error", () => (published.get(document.uri.toString()) || []).length === 1);
  const found = published.get(document.uri.toString())[0];
  assert.strictEqual(found.code, "MAD001");
  assert.strictEqual(found.severity, 0);
  assert.strictEqual(found.range.start.line, 5);
  const actions = await providers.CodeActions.provideCodeActions(document, found.range, { diagnostics: [found] });
  const edits = [...actions[0].edit.edits.values()][0];
  assert.ok(edits.some((edit) => edit.newText.includes("1,4")), JSON.stringify(edits));

  await extension.deactivate();
  assert.deepStrictEqual(warnings, []);
  settings.program = "/nowhere/mad";
  await extension.activate({ subscriptions: [] });
  await until("the warning", () => warnings.length === 1);
  assert.match(warnings[0], /mad\.program/);
  console.log("1 passed, 0 failed");
}

main().then(() => process.exit(0), (error) => {
  console.log(error);
  console.log("0 passed, 1 failed");
  process.exit(1);
});
