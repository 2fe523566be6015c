// extension.js - shows what `mad lint` finds in a rule file, and lays it out with `mad fmt`. It needs nothing but the program
// `mad`, or what the setting mad.program names.
const { execFile } = require("child_process");
const vscode = require("vscode");

const SEVERITY = { error: 0, warning: 1, info: 2 };

function program() {
  return vscode.workspace.getConfiguration("mad").get("program", "mad");
}

// Calls back with the exit code (-1 where there is no such program) and what was printed.
function run(words, text, then) {
  const options = { maxBuffer: 1 << 24, timeout: 60000, env: { ...process.env, NO_COLOR: "1" } };
  const child = execFile(program(), words, options, (error, out) => {
    then(error === null ? 0 : typeof error.code === "number" ? error.code : -1, out);
  });
  child.stdin.on("error", () => {});
  child.stdin.end(text);
}

// Columns of mad count bytes; those of the editor count units of UTF-16.
function unitsOf(line, bytes) {
  return Buffer.from(line, "utf8").subarray(0, bytes).toString("utf8").length;
}

function diagnosticOf(document, found) {
  const at = Math.min(Math.max(found.line - 1, 0), document.lineCount - 1);
  const line = document.lineAt(at).text;
  const begin = unitsOf(line, found.column - 1);
  const end = unitsOf(line, found.column - 1 + found.length);
  const range = new vscode.Range(at, begin, at, Math.max(end, begin + 1));
  const text = found.label ? `${found.text}: ${found.label}` : found.text;
  const made = new vscode.Diagnostic(range, [text, ...found.notes].join("\n"), SEVERITY[found.severity]);
  made.source = "mad";
  made.code = found.id;
  return made;
}

function lint(document, findings) {
  if (document.languageId !== "mad" || document.uri.scheme !== "file") return;
  if (!vscode.workspace.getConfiguration("mad").get("lint", true)) return findings.delete(document.uri);
  run(["lint", "--format", "json", document.fileName], "", (code, out) => {
    if (code < 0) return;
    const found = out.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
    const here = found.filter((one) => one.file === document.fileName);
    findings.set(document.uri, here.map((one) => diagnosticOf(document, one)));
  });
}

function layOut(document) {
  const text = document.getText();
  return new Promise((resolve) => {
    run(["fmt", "-"], text, (code, out) => {
      const whole = new vscode.Range(document.positionAt(0), document.positionAt(text.length));
      resolve(code === 0 && out !== "" && out !== text ? [vscode.TextEdit.replace(whole, out)] : []);
    });
  });
}

function activate(context) {
  const findings = vscode.languages.createDiagnosticCollection("mad");
  const look = (document) => lint(document, findings);
  context.subscriptions.push(
    findings,
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidSaveTextDocument(look),
    vscode.workspace.onDidCloseTextDocument((document) => findings.delete(document.uri)),
    vscode.languages.registerDocumentFormattingEditProvider("mad", { provideDocumentFormattingEdits: layOut })
  );
  vscode.workspace.textDocuments.forEach(look);
}

module.exports = { activate, deactivate() {} };
