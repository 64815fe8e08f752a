// What the page holds, and the address that says it: #game/view?field=text&o.option=value.

export class State {
  constructor() {
    this.game = null;
    this.view = null;
    this.fields = new Map();
    this.options = new Map();
  }

  get(name, otherwise = "") {
    return this.fields.get(name) ?? otherwise;
  }

  set(name, value) {
    if (value === "" || value === null || value === undefined) this.fields.delete(name);
    else this.fields.set(name, String(value));
    this.write();
  }

  // Fields whose name begins so, gone.
  drop(prefix) {
    for (const name of [...this.fields.keys()]) if (name.startsWith(prefix)) this.fields.delete(name);
    this.write();
  }

  get address() {
    const query = new URLSearchParams();
    for (const [name, value] of [...this.fields].sort(([a], [b]) => (a < b ? -1 : 1))) query.set(name, value);
    for (const [name, value] of this.options) query.set(`o.${name}`, value);
    const text = query.toString();
    return `#${this.game}/${this.view}${text ? `?${text}` : ""}`;
  }

  write(anew = false) {
    if (location.hash === this.address) return;
    if (anew) history.pushState(null, "", this.address);
    else history.replaceState(null, "", this.address);
  }

  read(hash) {
    const [path, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
    const [game, view] = path.split("/");
    this.game = game || null;
    this.view = view || null;
    this.fields = new Map();
    this.options = new Map();
    for (const [name, value] of new URLSearchParams(query)) {
      if (name.startsWith("o.")) this.options.set(name.slice(2), value);
      else this.fields.set(name, value);
    }
  }
}
