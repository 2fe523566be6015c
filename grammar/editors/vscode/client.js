// client.js - speaks the Language Server Protocol with a program over its pipes. It knows nothing of the editor.
const { spawn } = require("child_process");

class Client {
  // onNote(method, params) is called for what the server tells by itself, onEnd(why) when it has gone.
  constructor(program, words, onNote, onEnd) {
    this.waiting = new Map();
    this.last = 0;
    this.came = Buffer.alloc(0);
    this.onNote = onNote;
    this.hasEnded = false;
    this.child = spawn(program, words, { stdio: ["pipe", "pipe", "ignore"] });
    const end = (why) => {
      if (this.hasEnded) return;
      this.hasEnded = true;
      for (const { reject } of this.waiting.values()) reject(new Error(why));
      this.waiting.clear();
      onEnd(why);
    };
    this.child.on("error", (error) => end(error.message));
    this.child.on("exit", (code) => end(`${program} has ended with code ${code}`));
    this.child.stdin.on("error", () => {});
    this.child.stdout.on("data", (data) => this.take(data));
  }

  take(data) {
    this.came = Buffer.concat([this.came, data]);
    for (;;) {
      const head = this.came.indexOf("\r\n\r\n");
      const size = head < 0 ? null : /content-length: *(\d+)/i.exec(this.came.subarray(0, head).toString("latin1"));
      if (!size || this.came.length < head + 4 + Number(size[1])) return;
      const end = head + 4 + Number(size[1]);
      const message = JSON.parse(this.came.subarray(head + 4, end).toString("utf8"));
      this.came = this.came.subarray(end);
      this.hear(message);
    }
  }

  hear(message) {
    const asked = message.method === undefined ? this.waiting.get(message.id) : undefined;
    if (asked) {
      this.waiting.delete(message.id);
      if (message.error) asked.reject(new Error(message.error.message));
      else asked.resolve(message.result);
    } else if (message.method !== undefined) {
      this.onNote(message.method, message.params);
    }
  }

  send(message) {
    if (this.hasEnded) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.child.stdin.write(body);
  }

  tell(method, params) {
    this.send({ method, params });
  }

  ask(method, params) {
    if (this.hasEnded) return Promise.reject(new Error("the server has ended"));
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  async end() {
    await this.ask("shutdown", {}).catch(() => {});
    this.tell("exit", {});
  }
}

module.exports = { Client };
